# Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
#
# A gnuplot script, one panel for each collective; nothing if there is nothing to draw. Arguments: points.csv and times.csv of points.awk.
# Variables: kind, eager, operator, sizes, profile (of the network, for the title), picture.
#     ratio      time of the best of the others over rabred's, p x size
#     fastest    who is fastest, by which algorithm, p x size
#     bandwidth  bytes over time, over p, at the size nearest to 32 KiB

BEGIN {
    FS = ","
    size_count = split(sizes, size, ",")
    for (i = 1; i <= size_count; i++) column[size[i]] = i
    near = 1.02
    curve_count = split("rabred default mpich best", curves, " ")
    split("#1a7f4b #0060ad #808080 #dd181f", colors, " ")
    split("rabred|Open MPI by default|MPICH|the best of the others", titles, "|")
}

FNR == 1 {
    split("", at)
    for (i = 1; i <= NF; i++) at[$i] = i
    next
}

$at["eager"] != eager || $at["operator"] != operator { next }

# Numbers of processes in order, the same in all panels.
function remember_p(p,    i) {
    if (p in line) return
    line[p] = 1
    for (i = ++p_count; i > 1 && p_at[i - 1] + 0 > p + 0; i--) p_at[i] = p_at[i - 1]
    p_at[i] = p
    for (i = 1; i <= p_count; i++) line[p_at[i]] = i
}

{
    if (!($at["collective"] in known)) { known[$at["collective"]] = 1; panels[++panel_count] = $at["collective"] }
    remember_p($at["p"])
}

"ratio" in at {
    cells[$at["collective"]] = cells[$at["collective"]] " " $at["p"] ":" $at["size"]
    ratio[$at["collective"], $at["p"] ":" $at["size"]] = $at["ratio"]
    first[$at["collective"], $at["p"] ":" $at["size"]] = $at["fastest"]
    algorithm[$at["collective"], $at["p"] ":" $at["size"]] = $at["fastest_algorithm"]
    next
}

# Microseconds a byte. Of the others the least.
{
    key = $at["collective"] SUBSEP $at["size"] SUBSEP $at["p"]
    value = $at["median_us"] / $at["bytes"]
    time[key, $at["entry"]] = value
    if ($at["entry"] !~ /^rabred/ && (!((key, "best") in time) || value < time[key, "best"])) time[key, "best"] = value
    if (!((key, "least") in time) || value < time[key, "least"]) time[key, "least"] = value
}

function short(bytes) {
    if (bytes % 1048576 == 0) return bytes / 1048576 " Mi"
    if (bytes % 1024 == 0) return bytes / 1024 " Ki"
    return bytes
}

function print_axes(    i, text) {
    for (i = 1; i <= size_count; i++) text = text (i > 1 ? ", " : "") "\"" short(size[i]) "\" " i
    printf "set xtics (%s)\nset xrange [0.5:%g]\nset xlabel \"bytes of the vector\"\n", text, size_count + 0.5
    text = ""
    for (i = 1; i <= p_count; i++) text = text (i > 1 ? ", " : "") "\"" p_at[i] "\" " i
    printf "set ytics (%s)\nset yrange [0.5:%g]\nset ylabel \"processes\"\nset tics scale 0\nunset grid\nunset key\n", text, p_count + 0.5
}

# Names of algorithms on several lines: a cell is narrow. Sets lines.
function wrapped(name,    word, i, text) {
    sub(/^[^:]*:/, "", name)
    sub(/^recursive/, "recursive_", name)
    lines = split(name, word, /[_ -]+/)
    for (i = 1; i <= lines; i++) text = text (i == 1 ? "" : "\\n") word[i]
    return text
}

# 1: rabred, 2: another, but rabred is near; 3: Open MPI, 4: MPICH.
function group_of(collective, p, bytes, entry,    key) {
    key = collective SUBSEP bytes SUBSEP p
    if (entry ~ /^rabred/) return 1
    return time[key, "rabred"] < near * time[key, "least"] ? 2 : entry == "mpich" ? 4 : 3
}

function print_cells(collective, panel,    cell, n, i, part, key, text) {
    n = split(cells[collective], cell, " ")
    printf "$panel_%d << END\n", panel
    for (i = 1; i <= n; i++) {
        split(cell[i], part, ":")
        key = collective SUBSEP cell[i]
        lines = 1
        text = kind == "ratio" ? sprintf("%.2f", ratio[key]) : wrapped(algorithm[key])
        printf "%d %d %g \"%s\" %g\n", column[part[2]], line[part[1]], \
            (kind == "ratio" ? log(ratio[key]) / log(2) : group_of(collective, part[1], part[2], first[key])), text, line[part[1]] + 0.14 * (lines - 1)
    }
    print "END"
    printf "plot $panel_%d using 1:2:(0.48):(0.48):3 with boxxyerror fillstyle solid noborder linecolor palette, ", panel
    printf "$panel_%d using 1:5:4 with labels font \",%d\"\n", panel, kind == "ratio" ? 10 : 7
}

function nearest_size(    i, best, off, distance) {
    for (i = 1; i <= size_count; i++) {
        off = log(size[i] / 32768)
        off = off < 0 ? -off : off
        if (best == "" || off < distance) { best = size[i]; distance = off }
    }
    return best
}

function print_bandwidths(collective, panel, bytes,    c, i, key, text) {
    for (c = 1; c <= curve_count; c++) {
        printf "$panel_%d_%d << END\n", panel, c
        for (i = 1; i <= p_count; i++) {
            key = collective SUBSEP bytes SUBSEP p_at[i] SUBSEP curves[c]
            print p_at[i], key in time ? 1 / time[key] : "NaN"
        }
        print "END"
        text = text (text == "" ? "" : ", \\\n    ") sprintf("$panel_%d_%d using 1:2 with linespoints linewidth %d linecolor rgb \"%s\" pointtype %d dashtype %d title \"%s\"", \
            panel, c, curves[c] == "rabred" ? 3 : 1, colors[c], c + 4, curves[c] == "best" ? 2 : 1, titles[c])
    }
    print "plot " text
}

function print_processes(    i, text) {
    for (i = 1; i <= p_count; i++) text = text (i > 1 ? ", " : "") p_at[i]
    printf "set xtics (%s)\nset xrange [%g:%g]\nset grid\nset key inside bottom left maxrows 2\nset xlabel \"processes\"\nset ylabel \"MB/s\"\nset yrange [0:*]\n", \
        text, p_at[1] - 0.5, p_at[p_count] + 0.5
}

function print_head(    across, down, bytes) {
    across = panel_count > 1 ? 2 : 1
    down = int((panel_count + across - 1) / across)
    printf "set terminal pngcairo size %d,%d font \"sans,10\"\nset output \"%s\"\n", 800 * across, (kind == "bandwidth" ? 480 : 130 + 46 * p_count) * down, picture
    text = kind == "ratio" ? "time of the best of the others / rabred's time (above 1 rabred is faster)" : \
        kind == "fastest" ? "the fastest: green rabred; yellow another by less than 2 %; orange Open MPI; grey MPICH" : "bytes of the vector / time, MB/s, at " short(nearest_size())
    printf "set multiplot layout %d,%d title \"%s\\n%s, eager %s, %s\" noenhanced\n", down, across, text, operator, eager == "all" ? "for all" : "by default", profile
}

END {
    if (p_count == 0 || panel_count == 0) exit
    print_head()
    if (kind == "bandwidth") print_processes()
    else print_axes()
    if (kind == "ratio") print "set palette defined (-1 '#c0392b', 0 '#f7f7f7', 1 '#1a7f4b')\nset cbrange [-1:1]\nunset colorbox"
    if (kind == "fastest") print "set palette defined (1 '#8fd0a8', 2 '#eef2b0', 3 '#f4b26a', 4 '#c0c0c0')\nset cbrange [1:4]\nunset colorbox"
    for (panel = 1; panel <= panel_count; panel++) {
        printf "set title \"%s\" noenhanced\n", panels[panel]
        if (kind == "bandwidth") print_bandwidths(panels[panel], panel, nearest_size())
        else print_cells(panels[panel], panel)
    }
    print "unset multiplot"
}
