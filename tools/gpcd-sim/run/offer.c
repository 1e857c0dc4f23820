// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/out/complain.h"
#include "netsim/traffic/traffic.h"
#include "offer.h"

static int out_of_memory(void)
{
	complain("%s", strerror(ENOMEM));
	return exit_code(-ENOMEM);
}

static int jobs_open(struct offer *offer, const struct workload *workload,
		     const struct net_config *config)
{
	offer->ranks = calloc(1, sizeof(*offer->ranks));
	if (!offer->ranks)
		return out_of_memory();
	return ranks_open(offer->ranks, workload->job, workload->jobs, &config->fabric->topo,
			  config->seed, &offer->closed);
}

int offer_open(struct offer *offer, const struct workload *workload,
	       const struct net_config *config, uint64_t until)
{
	const struct topo *topo = &config->fabric->topo;
	int code = 0;

	*offer = (struct offer){ 0 };
	if (workload->jobs)
		code = jobs_open(offer, workload, config);
	if (!code && (!workload->jobs || workload->background))
		code = workload_traffic(workload, config, until, &offer->open);
	if (code)
		return code;
	if (!workload->jobs)
		offer->traffic = offer->open;
	else if (!workload->background)
		offer->traffic = offer->closed;
	else if (traffic_beside(topo, &offer->closed, &offer->open, &offer->traffic))
		return out_of_memory();
	return 0;
}

void offer_close(struct offer *offer)
{
	if (offer->ranks && offer->open.context)
		traffic_free(&offer->traffic);
	traffic_free(&offer->open);
	if (offer->ranks)
		ranks_close(offer->ranks);
	free(offer->ranks);
}
