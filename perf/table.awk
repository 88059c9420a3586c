# Joins the two sides of each cell into one line. Arguments: the CSV of stock against stock, then that of rabred against stock.
# gnuplot reads the output too: no column may hold a space, except the last.

BEGIN {
    FS = ","
    printf "%-20s %2s %8s  %-24s %11s %11s %6s %6s\n", "collective", "p", "bytes", "rabred_algorithm", "stock_us", "rabred_us", "ratio", "noise"
}

FNR == 1 { next }

$5 == "A" { a_median = $9; a_algorithm = $7; next }

FILENAME == ARGV[1] { noise[$1, $3, $4] = a_median > 0 && $9 > 0 ? sprintf("%.2f", $9 / a_median) : "-"; next }

{
    key = $1 SUBSEP $3 SUBSEP $4
    ratio = a_median > 0 && $9 > 0 ? sprintf("%.2f", $9 / a_median) : "-"
    printf "%-20s %2d %8d  %-24s %11.2f %11.2f %6s %6s", $3, $1, $4, a_algorithm, $9, a_median, ratio, (key in noise) ? noise[key] : "-"
    print $2 == "yes" ? "  oversubscribed, not a result" : ""
}
