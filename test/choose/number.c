#include "machine_test.h"

#include "../../coll_rabred/choose/number.h"

#include <limits.h>
#include <stddef.h>

/* Parameters from -below to most. */
static bool parameters(void)
{
    static const struct {
        const char *text;
        unsigned long long below, most, value;
    } right[] = {
        {"0", 0, 0, 0}, {"18446744073709551615", 0, ULLONG_MAX, ULLONG_MAX}, {"+7 \t# as measured", 0, 7, 7}, {"010\r\n", 0, 8, 8}, {"0x1fA", 0, 506, 506},
        {"0XFk", 0, 15360, 15360}, {"3K", 0, 3072, 3072}, {"2m#", 0, 2097152, 2097152}, {"1G", 0, 1073741824, 1073741824}, {"-8", 8, 7, 8},
        {"17179869183g", 0, ULLONG_MAX, 17179869183ULL << 30}
    };
    static const char *const wrong[] = {"", " 5", "-", "+", "x", "08", "0x", "0xg", "5kb", "5 k", "1.5", "1e6", "--5", "5;", "-9", "18446744073709551616",
                                        "17179869184g"};

    for (size_t i = 0; i < sizeof(right) / sizeof(*right); i++) {
        unsigned long long value = 77;
        if (!coll_rabred_read_parameter(right[i].text, right[i].below, right[i].most, &value) || right[i].value != value) {
            return false;
        }
    }
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        unsigned long long value = 77;
        if (coll_rabred_read_parameter(wrong[i], 8, ULLONG_MAX, &value) || 77 != value) {
            return false;
        }
    }
    unsigned long long value;
    return !coll_rabred_read_parameter("6", 8, 5, &value);
}

/* Decimal ones, with what stands behind them. */
static bool sizes(void)
{
    static const char text[] = "0012kg", letters[] = "k", large[] = "18014398509481984k", hexadecimal[] = "aFg";
    unsigned long long value;

    return text + 5 == coll_rabred_read_size(text, &value) && 12288 == value && NULL == coll_rabred_read_size(letters, &value)
           && NULL == coll_rabred_read_size(large, &value) && text + 4 == coll_rabred_read_digits(text, 10, &value) && 12 == value
           && hexadecimal + 2 == coll_rabred_read_digits(hexadecimal, 16, &value) && 175 == value;
}

bool numbers_are_right(void)
{
    return parameters() && sizes();
}
