#!/usr/bin/env bash
# addresser 1.1.22 (npm): takes apart a US address in one line, into `addressLine1`, `addressLine2` for a unit, and the place.
# Guess: `addressLine2` has a unit ("Apt 2", "Lot 7") and nothing else; a street that ends with a number or a direction stays whole, and the
#   territories of the United States are known, as the District of Columbia is.
# Seen: the end of such a street is taken for the unit: "100 Highway 183 N" is "100 Highway" with the unit "183 N", "500 US Highway 1 S" is "500 Us Hwy" with "1 S",
#   "5 Park Avenue South" is "5 Park Ave" with "South". "5 Park Ave S" and "10 County Road 200" stay whole. Puerto Rico is "State not found", as an error.
# Touches: orders of rural properties, which often lie on a numbered road: the first line alone names no road, and the order goes out for a unit that
#   is none. Look for a word for a unit in `addressLine2` before you take it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit addresser@1.1.22 > /dev/null 2>&1 || { echo 'addresser 1.1.22 cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const { parseAddress } = require('addresser')

const stated = {
  '100 Highway 183 N, Austin, TX 78701': '100 Highway | 183 N',
  '500 US Highway 1 S, Iselin, NJ 08830': '500 Us Hwy | 1 S',
  '5 Park Avenue South, New York, NY 10003': '5 Park Ave | South',
  '5 Park Ave S, New York, NY 10003': '5 Park Ave S',
  '10 County Road 200, Liberty Hill, TX 78642': '10 County Road 200',
  '22 Valley View Rd Lot 7, Austin, TX 78701': '22 Valley View Rd | Lot 7',
  '500 E Street SW, Washington, DC 20024': '500 E St SW',
  '12 Calle Luna, San Juan, PR 00901': 'Can not parse address. State not found.',
}
const lines = (text) => {
  try {
    const { addressLine1, addressLine2 } = parseAddress(text)
    return [addressLine1, addressLine2].filter(Boolean).join(' | ')
  } catch (error) {
    return error.message ?? error
  }
}
const differ = Object.entries(stated).filter(([text, expected]) => {
  console.log(text, '→', lines(text))
  return lines(text) !== expected
})
process.exit(differ.length === 0 ? 0 : 1)
JS
node try.cjs
