#!/bin/sh
# A first bot. The referee writes one JSON object a line: `hello`, then for each game `start`,
# requests of the type `act`, and `end`; at last `bye`. Two of these are answered on stdout:
# `hello` with `ready`, each `act` with its `id` and one of its `legal` actions. All else that is
# printed must go to stderr (>&2). This bot remembers nothing, so many games may be open at once.
#
# A bot is one process: no sed, no jq, no $(...), only what the shell does itself. And the shell
# has no JSON. This bot cuts the text at keys, which is enough for it: the referee writes no
# spaces, and the observation before `legal` and `events`. It is no reader for other JSON.

number() { # KEY: its number, 0 also for null and for text, in $found
    found=${line#*\"$1\":} found=${found%%[!0-9]*} found=${found:-0}
}
count() { # TEXT: how many items its list has up to the ], added to $items
    rest=${1%%]*}
    while [ -n "$rest" ]; do
        items=$((items + 1))
        case $rest in *,*) rest=${rest#*,} ;; *) rest= ;; esac
    done
}
skip() { # KEY: $mine becomes what follows the (seat + 1)-th KEY, which is one's own
    mine=${line#*$1} left=$me
    while [ "$left" -gt 0 ]; do mine=${mine#*$1} left=$((left - 1)); done
}
enough() { # whether to stop and keep what there is: the number to tune first is in each case
    number you; me=$found items=0
    case $line in
    *'"roll":'*) # bank_dice: the first three rolls cannot lose anything
        number roll; rolls=$found; number bank
        [ "$rolls" -ge 3 ] && [ "$found" -ge 250 ] ;;
    *'"rows":'*) # bank_or_bust_numbers: six cards, in whichever row
        skip '"top":'; mine=${mine#*'"cards":['}; count "$mine"; count "${mine#*'"cards":['}"
        [ "$items" -ge 6 ] ;;
    *'"wallets":'*) # bank_or_bust_money: three cards beside the hidden one
        skip '"up":['; count "$mine"; [ "$items" -ge 3 ] ;;
    *) false ;;
    esac
}
choose() { # the first legal action that begins like a wish, in $action
    legal=${line#*'"legal":['} legal=${legal%%]*} place=bottom wishes=
    number drawn # high numbers go into the row that must fall, low ones into the other
    if [ "$found" -gt 50 ]; then place=top; fi
    if enough; then wishes="bank stick"; fi
    wishes="$wishes stay draw hit place:$place place: build: steal: add: block double: discard"
    for wish in $wishes ''; do
        case $legal in *\"$wish*) action=$wish${legal#*\"$wish}; break ;; esac
    done
}
while IFS= read -r line; do
    case $line in
    *'"type":"hello"'*) echo '{"type":"ready","concurrent":true}' ;;
    *'"type":"act"'*)
        choose; number id
        printf '{"id":%s,"action":"%s"}\n' "$found" "${action%%\"*}" ;;
    *'"type":"bye"'*) exit ;;
    esac
done
