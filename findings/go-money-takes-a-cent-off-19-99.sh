#!/usr/bin/env bash
# github.com/Rhymond/go-money 1.0.15 (Go): amounts as whole cents. Its NewFromFloat says that it rounds "trailing decimals" down.
# Guess: an amount with two decimals has no more to round, so that 19.99 is $19.99.
# Seen: it is $19.98. The number is multiplied by 100 and cut, and 19.99 times 100 is 1998.9999999999998. Of the 100,000 amounts from 0.00 to 999.99 some thousands lose
#   a cent: 0.29, 1.15 and 4.35 among them. 450.10 is right.
# Touches: fees and prices that are read from a decimal string by ParseFloat: a fee of 19.99 is a cent less than the invoice, and another fee is not. Build the
#   amount of the digits: money.New(1999, money.USD).
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strconv"

	"github.com/Rhymond/go-money"
)

func cents(text string) int64 {
	amount, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return money.NewFromFloat(amount, money.USD).Amount()
}

func main() {
	for _, text := range []string{"19.99", "0.29", "1.15", "4.35", "450.10"} {
		fmt.Printf("%s is read as %d cents\n", text, cents(text))
	}
	less, wrong := 0, 0
	for whole := range 100_000 {
		switch cents(fmt.Sprintf("%d.%02d", whole/100, whole%100)) {
		case int64(whole):
		case int64(whole) - 1:
			less++
		default:
			wrong++
		}
	}
	fmt.Printf("of 100000 amounts %d lose a cent\n", less)
	if cents("19.99") != 1998 || cents("450.10") != 45010 || less < 1000 || wrong > 0 {
		os.Exit(1)
	}
}
GO
{ go mod init finding && go get github.com/Rhymond/go-money@v1.0.15 && go build -o try .; } > /dev/null 2>&1 || { echo 'go-money cannot be had'; exit 2; }
./try
