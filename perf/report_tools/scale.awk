# Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
#
# SimGrid's times of selectors over those of rabred's choice. Arguments: CSVs of `perf/scale simulate COLLECTIVE auto --selectors`.
# A reduce_scatter of fewer elements than processes is left out: SimGrid's copies do with empty blocks what gives no result (impi's takes 5 ns).
# With picture: a gnuplot script, a panel for each collective, of one platform; else a Markdown table of geometric means over sizes.

BEGIN { FS = "," }

$1 == "network" || NF < 6 || ($2 == "reduce_scatter" && $5 < 8 * $4) { next }

{
    key = $1 SUBSEP $2 SUBSEP $4
    if (!(key in known)) { known[key] = 1; keys[++key_count] = key }
    if ($3 ~ /^auto:/) rabred[key, $5] = $6
    else { selector[$3] = 1; time[key, $3, $5] = $6; sizes[key] = sizes[key] ((key, "size", $5) in known ? "" : " " $5); known[key, "size", $5] = 1 }
}

# Sets mean, least and where it is.
function compare(key, name,    size, n, i, count, sum, ratio) {
    n = split(sizes[key], size, " ")
    least = ""
    for (i = 1; i <= n; i++) {
        if (!((key, name, size[i]) in time) || !((key, size[i]) in rabred)) continue
        ratio = time[key, name, size[i]] / rabred[key, size[i]]
        sum += log(ratio)
        count++
        if (least == "" || ratio < least) { least = ratio; where = size[i] }
    }
    mean = count ? exp(sum / count) : 0
    return count > 0
}

# Numbers of processes of a platform and collective, in order.
function list_processes(network, collective, p,    k, part, n, i, x) {
    for (k = 1; k <= key_count; k++) {
        split(keys[k], part, SUBSEP)
        if (part[1] != network || part[2] != collective) continue
        x = part[3]
        for (i = ++n; i > 1 && p[i - 1] + 0 > x + 0; i--) p[i] = p[i - 1]
        p[i] = x
    }
    return n
}

function print_table(    n, c, p, k, s, count, names, network, collective, key) {
    print "| Network | Collective | p | ompi | mpich | mvapich2 | impi | least ratio |\n|---|---|---|---|---|---|---|---|"
    split("star fat_tree", networks, " ")
    split("allreduce reduce reduce_scatter reduce_scatter_block", names, " ")
    for (n = 1; n <= 2; n++)
        for (c = 1; c <= 4; c++) {
            split("", p)
            count = list_processes(networks[n], names[c], p)
            for (k = 1; k <= count; k++) {
                key = networks[n] SUBSEP names[c] SUBSEP p[k]
                printf "| %s | %s | %s |", networks[n], names[c], p[k]
                worst = ""
                for (s = 1; s <= 4; s++) {
                    if (compare(key, selectors[s])) {
                        printf " %.2f |", mean
                        if (worst == "" || least < worst) { worst = least; at_worst = selectors[s] ", " where " bytes" }
                    } else printf " - |"
                }
                print (worst == "" ? " - |" : sprintf(" %.2f (%s) |", worst, at_worst))
            }
        }
}

function print_plot(    c, k, s, p, names, count, text) {
    split("allreduce reduce reduce_scatter reduce_scatter_block", names, " ")
    split("#0060ad #dd181f #8c3fb5 #e07b00", colors, " ")
    for (c = 1; c <= 4; c++) {
        split("", p)
        count += list_processes(platform, names[c], p)
    }
    if (count == 0) return
    printf "set terminal pngcairo size 1400,900 font \"sans,11\"\nset output \"%s\"\n", picture
    printf "set multiplot layout 2,2 title \"SimGrid, %s: time of each library's choice / rabred's choice, geometric mean over sizes (above 1 rabred is faster)\" noenhanced\n", platform
    print "set logscale y\nset grid\nset key inside bottom right maxrows 2\nset xlabel \"processes\"\nset ylabel \"ratio\""
    for (c = 1; c <= 4; c++) {
        split("", p)
        count = list_processes(platform, names[c], p)
        if (count == 0) continue
        text = ""
        for (s = 1; s <= 4; s++) {
            printf "$data_%d_%d << END\n", c, s
            for (k = 1; k <= count; k++) print k, (compare(platform SUBSEP names[c] SUBSEP p[k], selectors[s]) ? mean : "NaN")
            print "END"
            text = text (s > 1 ? ", " : "") sprintf("$data_%d_%d using 1:2 with linespoints linewidth 2 pointtype %d linecolor rgb \"%s\" title \"%s\"", c, s, s + 4, colors[s], selectors[s])
        }
        printf "set title \"%s\" noenhanced\nset xtics (", names[c]
        for (k = 1; k <= count; k++) printf "%s\"%s\" %d", (k > 1 ? ", " : ""), p[k], k
        printf ")\nset xrange [0.7:%g]\nset yrange [0.45:*]\nset ytics (0.5, 0.7, 1, 1.5, 2, 3, 5, 10, 20, 50, 100)\nplot 1 with lines linecolor \"black\" notitle, %s\n", count + 0.3, text
    }
    print "unset multiplot"
}

END {
    split("ompi mpich mvapich2 impi", selectors, " ")
    if (key_count == 0) exit
    if (picture != "") print_plot()
    else print_table()
}
