/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A network that is simulated by one of the two engines, and its counters.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include "machine.h"
#include "netsim/flow/flow.h"
#include "netsim/measure/latency.h"

/** US_PER_CYCLE - length of a router cycle, us: 800 MHz */
#define US_PER_CYCLE	0.00125

/** ENGINE_THREADS - most threads that the event engine may be asked to use */
#define ENGINE_THREADS	256

/**
 * struct engine - a simulated network
 * @machine: the machine
 * @config: configuration of the engine
 * @net: the network of the event engine, or NULL
 * @flow: the network of the flow engine, or NULL
 * @latency: latencies of the event engine, or NULL: they are not measured
 * @cycles: router cycles in which the counters were counted
 */
struct engine {
	const struct machine *machine;
	struct net_config config;
	struct net *net;
	struct flow *flow;
	struct latency *latency;
	uint64_t cycles;
};

/**
 * engine_config() - make the default configuration of an engine
 * @machine: the machine, which must outlive the configuration
 *
 * Return: the configuration.
 */
struct net_config engine_config(const struct machine *machine);

/**
 * engine_event() - make a network of the event engine
 * @engine: the result, for engine_free() in any case, which may not be moved
 * @machine: the machine, which must outlive it
 * @config: configuration of the engine
 * @traffic: what nodes send, whose context must outlive it
 *
 * Return: 0 or a negative errno for engine_why().
 */
int engine_event(struct engine *engine, const struct machine *machine,
		 const struct net_config *config, const struct net_traffic *traffic);

/**
 * engine_measure() - measure the latencies of all packets
 * @engine: a network of the event engine that has not run yet
 *
 * Return: 0 or a negative errno for engine_why().
 */
int engine_measure(struct engine *engine);

/**
 * engine_flow() - make a network of the flow engine, without traffic
 * @engine: the result, for engine_free() in any case
 * @machine: the machine, which must outlive it
 * @config: configuration of the engine
 *
 * Return: 0 or a negative errno for engine_why().
 */
int engine_flow(struct engine *engine, const struct machine *machine,
		const struct net_config *config);

/**
 * engine_flow_finish() - spread the traffic of the flow engine over time
 * @engine: a network of the flow engine that has all its traffic
 * @cycles: router cycles to spread it over; 0: as many as the busiest link takes without a
 *	pause, and without an estimate of stalls
 */
void engine_flow_finish(struct engine *engine, uint64_t cycles);

/**
 * engine_free() - free a network
 * @engine: the network; { 0 } will do
 */
void engine_free(struct engine *engine);

/**
 * engine_count() - read a counter of a link, summed over its lanes
 * @engine: the network
 * @chip: number of the chip that counts
 * @port: its port; topo_ports(): the host link
 * @counter: the counter
 *
 * Return: its value.
 */
uint64_t engine_count(const struct engine *engine, unsigned int chip, unsigned int port,
		      enum net_counter counter);

/**
 * engine_phits() - count the phits that came in over a link, on both virtual channels
 * @engine: the network
 * @chip: number of the chip
 * @port: its port; topo_ports(): the host link
 *
 * Return: their number.
 */
uint64_t engine_phits(const struct engine *engine, unsigned int chip, unsigned int port);

/**
 * engine_lanes() - count the lanes of a link that work
 * @engine: the network
 * @chip: number of the chip
 * @port: its port; topo_ports(): the host link
 *
 * Return: their number.
 */
unsigned int engine_lanes(const struct engine *engine, unsigned int chip, unsigned int port);

/**
 * engine_load() - find how busy a link into a chip was
 * @engine: the network
 * @chip: number of the chip
 * @port: its port; topo_ports(): the host link
 *
 * Return: the part of the time that it was busy, the mean of its lanes that work, in number and
 * width as at the beginning.
 */
double engine_load(const struct engine *engine, unsigned int chip, unsigned int port);

/**
 * engine_dead() - find the lanes of a link into a chip that have failed
 * @engine: the network, as it is now
 * @chip: number of the chip
 * @port: its port; topo_ports(): the host link, which does not fail
 *
 * Return: the lanes, by bit.
 */
unsigned int engine_dead(const struct engine *engine, unsigned int chip, unsigned int port);

/**
 * engine_dead_all() - count the lanes of all links that have failed
 * @engine: the network, as it is now
 *
 * Return: how many, each direction of a link by itself.
 */
unsigned int engine_dead_all(const struct engine *engine);

/**
 * engine_has_link() - check if there is a link at a port
 * @engine: the network
 * @chip: number of the chip
 * @port: its port; topo_ports(): the host link
 *
 * Return: true if the port leads to another chip or to the hosts.
 */
bool engine_has_link(const struct engine *engine, unsigned int chip, unsigned int port);

/**
 * engine_why() - explain why an engine failed
 * @err: a negative errno of an engine
 *
 * Return: the reason, in words.
 */
const char *engine_why(int err);

#endif /* ENGINE_H */
