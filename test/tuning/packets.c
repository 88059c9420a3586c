/*
 * Up to which length packets gain, of transports whose times are known: messages whole take longer from an eager limit on, and packets a time
 * for each. Prints "packets: right", or what is not.
 */
#include "../../tune/packets.h"
#include "../../tune/variables.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { PACKET = 4000, PACKETS = 64, BUILT_IN = 7000 };

static struct {
    double packet, both_ways;      /* seconds: of a packet; in addition, where one comes back */
    size_t most;                   /* bytes that the transport cuts at most */
    size_t limit;                  /* the parameter */
    bool stubborn;                 /* it cannot be set */
} rabred;

bool variables_set_size(const char *name, size_t size)
{
    rabred.limit = rabred.stubborn || 0 != strcmp("coll_rabred_node_cut_limit", name) ? rabred.limit : size;
    return !rabred.stubborn;
}

unsigned long long variables_size(const char *name)
{
    if (0 == strcmp("coll_rabred_node_packet", name)) {
        return rabred.limit > 0 && rabred.most > 0 ? PACKET : 0;
    }
    return rabred.limit < rabred.most ? rabred.limit : rabred.most;
}

/* Whole 5 us and 0.1 ns a byte. */
fit_point_t messages_time(const messages_t *messages, size_t bytes)
{
    const size_t packets = bytes <= messages->cut ? (bytes - 1) / messages->packet + 1 : 0;
    const double whole = 5e-6 + 1e-10 * (double) bytes;
    const double one_way = packets > 0 ? 1e-6 + rabred.packet * (double) packets : whole;

    return (fit_point_t) {bytes, one_way, packets > 0 ? one_way + rabred.both_ways * (double) packets : whole};
}

void progress(const char *format, ...)
{
    (void) format;
}

/* Whether that limit is found, and is what rabred and messages are cut by from then on. */
static bool finds(const char *what, double packet, double both_ways, size_t most, size_t expected)
{
    messages_t messages = {.most = 4 << 20};

    rabred.packet = packet;
    rabred.both_ways = both_ways;
    rabred.most = most;
    rabred.limit = BUILT_IN;
    packets_as_rabred(&messages, COLL_RABRED_NODE);
    const size_t limit = packets_find(&messages);
    const bool right = limit == expected && rabred.limit == limit && messages.cut == limit && PACKET == messages.packet;
    if (!right) {
        printf("packets: %s: %zu bytes, rabred %zu, messages %zu\n", what, limit, rabred.limit, messages.cut);
    }
    return right;
}

/* Nothing is found, and nothing set. */
static bool finds_nothing(const char *what, size_t most, size_t before)
{
    messages_t messages = {.most = 4 << 20};

    rabred.most = most;
    rabred.limit = before;
    packets_as_rabred(&messages, COLL_RABRED_NODE);
    const bool right = 0 == packets_find(&messages) && rabred.limit == before;
    if (!right) {
        printf("packets: %s: found, or rabred set to %zu\n", what, rabred.limit);
    }
    return right;
}

int main(int argc, char **argv)
{
    const size_t most = PACKETS * PACKET;

    MPI_Init(&argc, &argv);
    /* Where 1 + k times that of a packet is less than 0.95 of 5 + 0.4 k us: up to 11.7 packets, of which 8 and 10 are tried, 16 and 12. */
    bool right = finds("near", 0.7e-6, 0, most, 10 * PACKET);
    right = finds("far", 2.4e-6, 0, most, PACKET) && right;
    right = finds("as long as may be", 1e-8, 0, most, most) && right;
    right = finds("two packets at most", 1e-8, 0, 2 * PACKET, 2 * PACKET) && right;
    right = finds("slow both ways", 0.6e-6, 1e-6, most, 3 * PACKET) && right;
    right = finds_nothing("none asked for", most, 0) && right;
    right = finds_nothing("a transport that needs none", 0, BUILT_IN) && right;
    rabred.stubborn = true;
    right = finds_nothing("a parameter that is not to be set", most, BUILT_IN) && right;
    if (right) {
        puts("packets: right");
    }
    MPI_Finalize();
    return !right;
}
