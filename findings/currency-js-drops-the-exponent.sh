#!/usr/bin/env bash
# currency.js 2.0.4 (npm): amounts of money, also read from text: "$450,000.00", "(12.50)".
# Guess: a text that JavaScript reads as a number is read as that number, or refused with `errorOnInvalid`.
# Seen: "4.5E+05", which is 450,000, is 4.51, and "4.5e5" is 4.55, "1e3" 13: letters and signs are dropped and the digits stay together. `errorOnInvalid` lets them pass.
#   The number 4.5e5 itself is 450,000.
# Touches: purchase prices out of a spreadsheet's CSV or a report, where large amounts are often written so: the order goes out with a price of a few dollars, in the right form.
#   Try such texts with Number() first.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit currency.js@2.0.4 > /dev/null 2>&1 || { echo 'currency.js@2.0.4 cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const currency = require('currency.js')
const texts = ['$450,000.00', '4.5E+05', '4.5e5', '1e3']
const seen = texts.map((text) => currency(text, { errorOnInvalid: true }).value)
texts.forEach((text, at) => console.log(`${text}: ${seen[at]}`))
console.log('the number 4.5e5:', currency(4.5e5).value)
process.exit(seen.join() === '450000,4.51,4.55,13' && currency(4.5e5).value === 450_000 ? 0 : 1)
JS
node try.cjs
