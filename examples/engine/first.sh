#!/bin/sh
# The shortest computer player there is: it takes the first legal move. See docs/reference/engine.md.
while read -r word rest; do
    case $word in
        rheinlaender) echo "name first"; echo ready ;;
        legal) legal=$rest ;;
        go) echo "move ${legal%% *}" ;;
        quit) exit ;;
    esac
done
