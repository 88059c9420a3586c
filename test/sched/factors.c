#include "factors.h"

static bool is_prime(int n)
{
    for (int divisor = 2; divisor <= n / divisor; divisor++) {
        if (0 == n % divisor) {
            return false;
        }
    }
    return true;
}

static bool allowed(int factor, size_t most)
{
    return 0 == most || (size_t) factor <= most || is_prime(factor);
}

/* The fewest factors not above `largest`, found by trying all; 100 if there are none. */
static int fewest(int n, size_t most, int largest)
{
    int best = 100;

    for (int factor = 2; factor <= n && factor <= largest && best > 1; factor++) {
        if (0 == n % factor && allowed(factor, most)) {
            int with = 1 + fewest(n / factor, most, factor);
            best = with < best ? with : best;
        }
    }
    return 1 == n ? 0 : best;
}

bool factors_are_right(int p, size_t most)
{
    int factor[32], product = 1, levels = coll_rabred_factors(p, most, factor);
    bool right = true;

    for (int i = 0; i < levels; i++) {
        product *= factor[i];
        right = right && allowed(factor[i], most) && (0 == i || factor[i] <= factor[i - 1]);
    }
    /* A smaller largest factor would take more. */
    return right && product == p && levels == fewest(p, most, p) && levels < fewest(p, most, factor[0] - 1);
}
