// SPDX-License-Identifier: LGPL-2.1-or-later
#include "model/variant.h"

const struct model_variant model_paper = {
	.name = "paper",
	.help = "as the paper prints it",
	.whole_flits = true,
};

const struct model_variant model_published = {
	.name = "published",
	.help = "as its authors' program computes it",
	.whole_latencies = true,
	.less_responses = true,
	.same_message = true,
};

const struct model_variant * const model_variants[MODEL_VARIANTS] = {
	&model_paper, &model_published,
};
