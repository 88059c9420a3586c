/* Nanoseconds that Open MPI's engine takes to pick 100,000 pairs out of their padding and to put them back, and memcpy for all bytes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 100000, ROUNDS = 200 };

static double least(double a, double b)
{
    return a < b ? a : b;
}

int main(int argc, char **argv)
{
    const char *const name[] = {"MPI_DOUBLE_INT", "MPI_LONG_INT", "MPI_SHORT_INT", "MPI_LONG_DOUBLE_INT"};

    MPI_Init(&argc, &argv);
    const MPI_Datatype type[] = {MPI_DOUBLE_INT, MPI_LONG_INT, MPI_SHORT_INT, MPI_LONG_DOUBLE_INT};
    for (int i = 0; i < 4; i++) {
        MPI_Aint lower_bound, extent;
        int size;
        double pack = 1, unpack = 1, copy = 1;
        MPI_Type_get_extent(type[i], &lower_bound, &extent);
        MPI_Type_size(type[i], &size);
        char *pairs = calloc(PAIRS, extent), *packed = calloc(PAIRS, extent);
        for (int round = 0; round < ROUNDS; round++) {
            int at = 0;
            double start = MPI_Wtime();
            MPI_Pack(pairs, PAIRS, type[i], packed, PAIRS * extent, &at, MPI_COMM_WORLD);
            pack = least(pack, MPI_Wtime() - start);
            at = 0;
            start = MPI_Wtime();
            MPI_Unpack(packed, PAIRS * size, &at, pairs, PAIRS, type[i], MPI_COMM_WORLD);
            unpack = least(unpack, MPI_Wtime() - start);
            start = MPI_Wtime();
            memcpy(packed, pairs, PAIRS * extent);
            __asm__ volatile("" : : "r"(packed) : "memory");
            copy = least(copy, MPI_Wtime() - start);
        }
        printf("%s: %d of %d bytes; a pair packed %.2f, unpacked %.2f, copied %.2f ns\n", name[i], size, (int) extent, pack / PAIRS * 1e9,
               unpack / PAIRS * 1e9, copy / PAIRS * 1e9);
        free(pairs);
        free(packed);
    }
    MPI_Finalize();
    return 0;
}
