# The gnuplot script of perf/plot. Arguments: CSVs of bench. Variables: metric is time or ratio; reference and output in the environment.

function fail(text) {
    printf "plot: %s\n", text >"/dev/stderr"
    failed = 1
    exit 1
}

function read_head(    needed, count, i) {
    split("", at)
    for (i = 1; i <= NF; i++) at[$i] = i
    columns = NF
    count = split("label hosts mpi p collective operator bytes buffers entry median_us", needed, " ")
    for (i = 1; i <= count; i++)
        if (!(needed[i] in at)) fail(FILENAME ":1: no CSV of bench: there is no column " needed[i])
}

function check_line(    name, i) {
    if (NF != columns) fail(FILENAME ":" FNR ": " NF " fields instead of " columns)
    for (i = split("p bytes hosts", name, " "); i >= 1; i--)
        if ($at[name[i]] !~ /^[1-9][0-9]*$/) fail(FILENAME ":" FNR ": " name[i] " is no number: \"" $at[name[i]] "\"")
    if ($at["median_us"] !~ /^([0-9]+(\.[0-9]+)?)?$/) fail(FILENAME ":" FNR ": median_us is no number: \"" $at["median_us"] "\"")
}

# The number of a name in a list, which grows by it if it is new.
function number_of(list, counts, key, name) {
    if (!((key, "is", name) in list)) {
        list[key, ++counts[key]] = name
        list[key, "is", name] = counts[key]
    }
    return list[key, "is", name]
}

function median(panel, curve, bytes,    values, count, i, j, value) {
    count = split(times[panel, curve, bytes], values, " ")
    for (i = 2; i <= count; i++) {
        value = values[i] + 0
        for (j = i - 1; j >= 1 && values[j] + 0 > value; j--) values[j + 1] = values[j]
        values[j + 1] = value
    }
    return count == 0 ? 0 : (values[int((count + 1) / 2)] + values[int(count / 2) + 1]) / 2
}

BEGIN {
    FS = ","
    color_count = split("#0060ad #dd181f #2a9d2a #8c3fb5 #e07b00 #000000 #00a0a0 #b0306a #7a5c2e #808080", colors, " ")
    reference = ENVIRON["reference"]
    gsub(/,/, ";", reference)
}

{ sub(/\r$/, "") }

FNR == 1 { read_head(); next }

{ check_line() }

# Curves are told apart by what differs among all that was read; names are completed in the end.
$at["median_us"] > 0 {
    number_of(labels, label_count, "", $at["label"])
    number_of(libraries, library_count, "", $at["mpi"])
    rows++
    row_panel[rows] = $at["collective"] ", " $at["operator"] ", p = " $at["p"] ", " $at["hosts"] ($at["hosts"] == 1 ? " host, " : " hosts, ") \
        $at["buffers"] " buffers"
    row_entry[rows] = $at["entry"]
    row_label[rows] = $at["label"]
    row_library[rows] = $at["mpi"]
    row_bytes[rows] = $at["bytes"]
    row_time[rows] = $at["median_us"]
}

function curve_name(row) {
    return row_entry[row] (label_count[""] > 1 ? ", " (row_label[row] == "" ? "no label" : row_label[row]) : "") \
        (library_count[""] > 1 ? ", " row_library[row] : "")
}

function collect(    row, panel, curve) {
    for (row = 1; row <= rows; row++) {
        panel = number_of(panels, panel_count, "", row_panel[row])
        curve = number_of(curves, curve_count, "", curve_name(row))
        number_of(lengths, length_count, panel, row_bytes[row])
        times[panel, curve, row_bytes[row]] = times[panel, curve, row_bytes[row]] " " row_time[row]
    }
}

# Lengths of a panel in order.
function sort_lengths(panel,    i, j, value) {
    for (i = 2; i <= length_count[panel]; i++) {
        value = lengths[panel, i]
        for (j = i - 1; j >= 1 && lengths[panel, j] + 0 > value + 0; j--) lengths[panel, j + 1] = lengths[panel, j]
        lengths[panel, j + 1] = value
    }
}

function find_reference(    i, names) {
    for (i = 1; i <= curve_count[""]; i++) {
        names = names (i > 1 ? "; " : "") curves["", i]
        if (curves["", i] == reference || (reference == "" && curves["", i] == "default")) return i
    }
    gsub(/;/, ",", reference)
    for (i = 1; i <= curve_count[""]; i++) if (curves["", i] == reference) return i
    if (reference != "") fail("--reference: \"" reference "\" is not allowed; allowed: " names)
    return 1
}

function value_of(panel, curve, bytes,    own, other) {
    own = median(panel, curve, bytes)
    if (metric == "time" || own == 0) return own
    other = median(panel, reference_curve, bytes)
    return other / own
}

function short_bytes(bytes) {
    if (bytes % 1048576 == 0) return bytes / 1048576 " Mi"
    if (bytes % 1024 == 0) return bytes / 1024 " Ki"
    return bytes
}

# Names of the lengths, at most a dozen.
function length_tics(panel,    i, step, text) {
    step = int((length_count[panel] + 11) / 12)
    for (i = 1; i <= length_count[panel]; i += step)
        text = text (i > 1 ? ", " : "") "\"" short_bytes(lengths[panel, i]) "\" " lengths[panel, i]
    return text
}

# Names of values between the two, close enough together for a range of any width.
function value_tics(least, most,    mantissas, count, decade, i, text, value) {
    count = split(most / least < 5 ? "1 1.1 1.2 1.35 1.5 1.75 2 2.5 3 3.5 4 5 6 7 8 9" : most / least < 50 ? "1 1.5 2 3 5 7" : most / least < 1000 ? "1 2 5" : "1", mantissas, " ")
    for (decade = -3; decade <= 9; decade++)
        for (i = 1; i <= count; i++) {
            value = mantissas[i] * 10 ^ decade
            if (value >= least && value <= most) text = text (text == "" ? "" : ", ") sprintf("\"%g\" %g", value, value)
        }
    return text
}

# gnuplot's strings in double quotes.
function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    return "\"" text "\""
}

# The data of a panel, one block for each curve, and the range of its values.
function print_data(panel,    curve, i, value) {
    least = 1e30
    most = 0
    printf "$panel_%d << END\n", panel
    for (curve = 1; curve <= curve_count[""]; curve++) {
        for (i = 1; i <= length_count[panel]; i++) {
            value = value_of(panel, curve, lengths[panel, i])
            if (value <= 0) continue
            printf "%d %.6g\n", lengths[panel, i], value
            present[panel, curve] = 1
            if (value < least) least = value
            if (value > most) most = value
        }
        if (present[panel, curve]) print "\n"
    }
    print "END"
}

function print_panel(panel,    curve, block, text) {
    sort_lengths(panel)
    print_data(panel)
    if (most == 0) fail(panels["", panel] ": the reference has no times there")
    least /= 1.2
    most *= 1.2
    printf "set title %s noenhanced\n", quoted(panels["", panel])
    printf "set xtics (%s)\n", length_tics(panel)
    printf "set xrange [%g:%g]\n", lengths[panel, 1] / 1.2, lengths[panel, length_count[panel]] * 1.2
    printf "set yrange [%g:%g]\nset ytics (%s)\n", least, most, value_tics(least, most)
    for (curve = 1; curve <= curve_count[""]; curve++)
        if (present[panel, curve]) {
            text = text (text == "" ? "" : ", \\\n    ") sprintf("$panel_%d index %d using 1:2 with linespoints linewidth 2 linecolor rgb \"%s\" pointtype %d title %s noenhanced", \
                panel, block, colors[(curve - 1) % color_count + 1], (curve - 1) % 13 + 4, quoted(curves["", curve]))
            block++
        }
    print "plot " text
}

END {
    if (failed) exit 1
    if (rows == 0) fail("there are no times in " (ARGC > 2 ? "these CSVs" : ARGV[1]))
    collect()
    if (panel_count[""] > 12) fail("more than 12 panels; give it fewer collectives, operators or p at once")
    if (metric == "ratio") reference_curve = find_reference()
    across = panel_count[""] > 1 ? 2 : 1
    down = int((panel_count[""] + across - 1) / across)
    printf "set terminal pngcairo size %d,%d font \"sans,11\"\n", 950 * across, (520 + 11 * curve_count[""]) * down
    printf "set output %s\n", quoted(ENVIRON["output"])
    print "set logscale xy\nset grid\nset rmargin 4\nset key below center vertical Left reverse maxcols 2 spacing 1.1 height 1 samplen 3\nset xlabel \"bytes of each rank's input\""
    printf "set ylabel %s noenhanced\n", quoted(metric == "time" ? "median time, microseconds" : curves["", reference_curve] " over the entry: above 1 the entry is faster")
    printf "set multiplot layout %d,%d\n", down, across
    for (panel = 1; panel <= panel_count[""]; panel++) print_panel(panel)
    print "unset multiplot"
}
