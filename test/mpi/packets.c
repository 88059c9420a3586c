/*
 * The messages of one MPI_Allreduce, of so many bytes, that rank 0 sends: prints "sent" and how many to each other rank, and
 * "all right" where the result is. They are counted at the PML.
 */
#include "ompi_config.h"

#include "mpi.h"
#include "ompi/communicator/communicator.h"
#include "ompi/mca/pml/pml.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 16 };   /* processes */

static mca_pml_base_module_t pml;
static int sent[MOST];

static int counting_send(const void *from, size_t count, struct ompi_datatype_t *type, int peer, int tag,
                         mca_pml_base_send_mode_t mode, struct ompi_communicator_t *comm)
{
    sent[peer]++;
    return pml.pml_send((void *) from, count, type, peer, tag, mode, comm);
}

static int counting_isend(const void *from, size_t count, struct ompi_datatype_t *type, int peer, int tag,
                          mca_pml_base_send_mode_t mode, struct ompi_communicator_t *comm, struct ompi_request_t **request)
{
    sent[peer]++;
    return pml.pml_isend((void *) from, count, type, peer, tag, mode, comm, request);
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? atoi(argv[1]) / (int) sizeof(long) : 1;
    long *in = malloc((size_t) count * sizeof(*in)), *out = malloc((size_t) count * sizeof(*out));
    int rank, processes, wrong = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    for (int i = 0; i < count; i++) {
        in[i] = rank + i;
    }
    MPI_Allreduce(in, out, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);   /* the first call asks more than this */
    pml = mca_pml;
    mca_pml.pml_send = (mca_pml_base_module_send_fn_t) counting_send;
    mca_pml.pml_isend = (mca_pml_base_module_isend_fn_t) counting_isend;
    MPI_Allreduce(in, out, count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    mca_pml = pml;
    for (int i = 0; i < count; i++) {
        wrong += (long) processes * (processes - 1) / 2 + (long) processes * i != out[i];
    }
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (0 == rank) {
        printf("sent");
        for (int peer = 1; peer < processes && peer < MOST; peer++) {
            printf(" %d", sent[peer]);
        }
        puts(0 == wrong ? "\nall right" : "\nwrong");
    }
    free(in);
    free(out);
    MPI_Finalize();
    return 0;
}
