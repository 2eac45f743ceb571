// A first bot. The referee writes one JSON object a line: `hello`, then for each game `start`,
// requests of the type `act`, and `end`; at last `bye`. Two of these are answered on stdout:
// `hello` with `ready`, each `act` with its `id` and one of its `legal` actions. All else that is
// printed must go to stderr. This bot remembers nothing, so many games may be open at once.
package main

import "encoding/json"
import "fmt"
import "os"
import "strings"

type observation struct { // those members that this bot looks at; which are there tells the game
	You, Roll, Bank int
	Rows            []struct{ Top, Bottom struct{ Cards []int } }
	Drawn           any // a number, the name of a power card, or null
	Wallets, Hands  []any
}

func main() {
	for input := json.NewDecoder(os.Stdin); ; {
		var message struct {
			Type, ID    any
			Observation observation
			Legal       []string
		}
		if input.Decode(&message) != nil || message.Type == "bye" {
			return
		} else if message.Type == "hello" {
			fmt.Println(`{"type":"ready","concurrent":true}`) // not buffered: it goes out at once
		} else if message.Type == "act" {
			action := choose(message.Observation, " "+strings.Join(message.Legal, " "))
			fmt.Printf("{\"id\":%.0f,\"action\":%q}\n", message.ID, action)
		}
	}
}
func choose(seen observation, legal string) string { // the first action that begins like a wish
	wishes, place := "stay draw hit", "place:bottom"
	if enough(seen) {
		wishes = "bank stick " + wishes
	}
	if number, ok := seen.Drawn.(float64); ok && number > 50 {
		place = "place:top" // high numbers go into the row that must fall, low ones into the other
	}
	wishes += " " + place + " place: build: steal: add: block double: discard"
	for _, wish := range append(strings.Fields(wishes), "") {
		if _, found, ok := strings.Cut(legal, " "+wish); ok {
			return wish + strings.Split(found, " ")[0]
		}
	}
	panic("nothing is legal")
}
func enough(seen observation) bool { // whether to stop: the number to tune first is in each line
	if seen.Rows != nil { // bank_or_bust_numbers: six cards, in whichever row
		return len(seen.Rows[seen.You].Top.Cards)+len(seen.Rows[seen.You].Bottom.Cards) >= 6
	} else if seen.Wallets != nil { // bank_or_bust_money: three cards beside the hidden one
		return len(seen.Hands[seen.You].(map[string]any)["up"].([]any)) >= 3
	}
	return seen.Roll >= 3 && seen.Bank >= 250 // bank_dice: three rolls cannot lose anything
}
