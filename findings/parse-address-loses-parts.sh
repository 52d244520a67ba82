#!/usr/bin/env bash
# parse-address 1.1.2 (npm): parts of a United States address, by regular expressions.
# Guess: what it does not understand it leaves in the street, or gives null.
# Seen: the half of a house number is dropped, so that 1234 1/2 Elm St becomes 1234 Elm St, another house; and of an address of Puerto Rico with
#   its urbanization between street and city nothing is left but a number and the first word: no city, no state, no ZIP code, and no null.
# Touches: whoever fills street and city of an order from one line: the order is placed, for another property or without its city.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "type": "module" }' > package.json
npm install --silent --ignore-scripts --no-fund --no-audit parse-address@1.1.2 >/dev/null 2>&1 || { echo 'parse-address 1.1.2 cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import parser from 'parse-address'

const [whole, half, island] = [
  '1234 Elm St, Dallas, TX 75201',
  '1234 1/2 Elm St, Dallas, TX 75201',
  '150 Calle A, Urb Las Gladiolas, San Juan, PR 00926',
].map((text) => {
  const parts = JSON.stringify(parser.parseLocation(text))
  console.log(text, '→', parts)
  return parts
})
process.exit(half === whole && island === '{"number":"150","street":"Calle"}' ? 0 : 1)
JS
node try.mjs
