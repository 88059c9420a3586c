# Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
#
# Is what a cell of perf/compare has printed complete? Argument: CSV of bench, or the line of the probe. Variables: its exit status; the largest
# size. Of Open MPI rabred must have served, been right, or the status is 2, and been timed; a rival may be wrong, and is told.

BEGIN { FS = "," }

NF < 20 { floors += NF == 1 && status == 0; next }

FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }

$at["entry"] == "rabred" && $at["median_us"] == "" { late++ }

$at["entry"] == "rabred" || $at["mpi"] ~ /^MPICH/ { wrong += $at["verified"] != "yes"; ended += $at["bytes"] > 0.5 * largest }

END { exit wrong ? 2 : late || !(ended || floors) }
