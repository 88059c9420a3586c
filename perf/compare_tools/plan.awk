# Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
#
# The cells of perf/compare, in the order of their measurement. Standard input: a line for each collective, with its number
# of entries. Variables: as the options of perf/compare. A line of output: kind (floor, openmpi, mpich), eager, operator, collective,
# p, job, and roughly its seconds. MPICH has all collectives in one cell.
# Jobs go in pairs, one for choosing the best rival and one for comparing: time that runs out leaves whole cells. Cells of a pair are
# shuffled, so that a slow hour of the machine is no slow p.

function number(text, unit,    value) {
    value = text + 0
    sub(/^[0-9]+/, "", text)
    return value * unit[text]
}

# Most of a job is bench's common start and its checked calls.
function seconds(kind, p, entries,    i, n, rounds, sum, call) {
    rounds = log(p) / log(2)
    for (i = 1; i <= size_count; i++) {
        call = 2 * rounds * alpha + 2 * size[i] * beta
        n = kind == "mpich" ? collective_count : entries
        sum += n * (5 * rounds * alpha + 2.5 * (call + 3 * alpha)) + samples * (kind == "mpich" ? n : 2 + 0.2 * n) * (call + 3 * alpha)
    }
    return int(3 + sum)
}

function add(text) {
    cell[++cells] = text
}

function shuffle(from,    i, j, text) {
    for (i = cells; i > from; i--) {
        j = from + int(rand() * (i - from + 1))
        text = cell[i]; cell[i] = cell[j]; cell[j] = text
    }
}

{ collective[++collective_count] = $1; entries[$1] = $2 }

END {
    unit["us"] = 1e-6; unit["ms"] = 1e-3; unit["mbit"] = 1e6; unit["gbit"] = 1e9
    alpha = number(latency, unit); beta = 8 / number(rate, unit)
    p_count = split(processes, p, ",")
    size_count = split(sizes, size, ",")
    operator_count = split(operators, operator, ",")
    eager_count = split(eager, limit, ",")
    srand(seed)
    rand()
    for (job = 1; job <= jobs; job += 2) {
        for (i = 1; i <= p_count; i++) print "floor - - -", p[i], job, 4
        first = cells + 1
        for (e = 1; e <= eager_count; e++)
            for (o = 1; o <= operator_count; o++)
                for (c = 1; c <= collective_count; c++)
                    for (i = 1; i <= p_count; i++) add(limit[e] " " operator[o] " " collective[c] " " p[i])
        shuffle(first)
        for (k = first; k <= cells; k++) {
            split(cell[k], part, " ")
            for (j = job; j <= job + 1; j++) {
                print "openmpi", cell[k], j, seconds("openmpi", part[4], entries[part[3]])
                if (mpich == "yes" && !((part[1], part[2], part[4], j) in have_mpich)) {
                    have_mpich[part[1], part[2], part[4], j] = 1
                    print "mpich", part[1], part[2], "-", part[4], j, seconds("mpich", part[4])
                }
            }
        }
    }
}
