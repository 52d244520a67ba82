#!/usr/bin/env bash
# github.com/shopspring/decimal 1.4.0, github.com/cockroachdb/apd/v3 3.2.1 and github.com/govalues/decimal 0.1.36 (Go); decimal.js 10.6.0 and big.js 7.0.1 (npm).
# Guess: a decimal that was read from the JSON text "575.00" is written to JSON as "575.00": types for money keep what they were given.
# Seen: shopspring, decimal.js and big.js write "575". apd, as a plain field of a struct, writes {"Form":0,"Negative":false,"Exponent":-2,"Coeff":{}}, where the
#   digits are lost; as a pointer it writes "575.00", and so does govalues.
# Touches: amounts that are texts with exactly two decimals: a purchase price that goes through such a type is refused, or differs from the one that was sent,
#   and only for whole dollars and dimes, so that "575.25" in a test shows nothing. Write with StringFixed(2) or toFixed(2).
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"

	"github.com/cockroachdb/apd/v3"
	gov "github.com/govalues/decimal"
	shop "github.com/shopspring/decimal"
)

type price[T any] struct {
	Price T `json:"price"`
}

func again[T any](name string) {
	var order price[T]
	if err := json.Unmarshal([]byte(`{"price":"575.00"}`), &order); err != nil {
		panic(err)
	}
	text, err := json.Marshal(order)
	fmt.Println(name, string(text), err)
}

func main() {
	again[shop.Decimal]("shopspring")
	again[apd.Decimal]("apd")
	again[*apd.Decimal]("*apd")
	again[gov.Decimal]("govalues")
}
GO
{ go mod init finding && go get github.com/shopspring/decimal@v1.4.0 github.com/cockroachdb/apd/v3@v3.2.1 github.com/govalues/decimal@v0.1.36 && go build -o try-go .; } > /dev/null 2>&1 ||
  { echo 'the Go modules cannot be had'; exit 2; }
npm init -y > /dev/null 2>&1
npm install --silent --no-audit --no-fund decimal.js@10.6.0 big.js@7.0.1 > /dev/null 2>&1 || { echo 'decimal.js cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import Big from 'big.js'
import Decimal from 'decimal.js'

for (const [name, Type] of Object.entries({ 'decimal.js': Decimal, 'big.js': Big }))
  console.log(name, JSON.stringify({ price: new Type('575.00') }))
JS
{ ./try-go && node try.mjs; } | tee seen.txt
diff seen.txt - <<'TEXT'
shopspring {"price":"575"} <nil>
apd {"price":{"Form":0,"Negative":false,"Exponent":-2,"Coeff":{}}} <nil>
*apd {"price":"575.00"} <nil>
govalues {"price":"575.00"} <nil>
decimal.js {"price":"575"}
big.js {"price":"575"}
TEXT
