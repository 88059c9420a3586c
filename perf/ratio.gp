# Time of stock Open MPI over time of rabred at p = 2, from the table of perf/run. Variables: table, picture.

set terminal pngcairo size 1000,600 font "sans,11"
set output picture

set title "Stock Open MPI over rabred, p = 2 (above 1: rabred is faster)"
set xlabel "bytes of each rank's input"
set ylabel "median time ratio, stock / rabred"
set logscale x 2
set logscale y
set xrange [8:4194304]
set format x "%.0f"
set xtics ("8" 8, "32" 32, "128" 128, "512" 512, "2 Ki" 2048, "8 Ki" 8192, "32 Ki" 32768, \
    "128 Ki" 131072, "512 Ki" 524288, "2 Mi" 2097152, "4 Mi" 4194304)
set ytics (0.1, 0.2, 0.3, 0.5, 0.6, 0.7, 0.85, 1, 1.2, 1.4, 1.7, 2, 3, 5, 10)
set grid
set key below spacing 1.2 height 1

collectives = "allreduce reduce reduce_scatter reduce_scatter_block"
selected(collective, k) = strcol(1) eq collective && column(2) == 2 ? column(k) : NaN

set datafile missing "-"
stats table using (column(2) == 2 ? column(7) : NaN) name "ratio" nooutput
lowest = ratio_min < 0.55 ? ratio_min / 1.1 : 0.5
highest = ratio_max > 1.8 ? ratio_max * 1.1 : 2
set yrange [lowest:highest]

plot 1 with lines linewidth 2 linecolor "black" notitle, \
    for [collective in collectives] table using 3:(selected(collective, 8)) with lines linecolor "gray50" dashtype 3 notitle, \
    NaN with lines linecolor "gray50" dashtype 3 title "stock / stock: the noise", \
    for [i = 1:words(collectives)] table using 3:(selected(word(collectives, i), 7)) with linespoints linewidth 2 linecolor i pointtype 4 + i \
        title word(collectives, i) noenhanced
