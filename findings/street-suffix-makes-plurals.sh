#!/usr/bin/env bash
# street-suffix 1.0.1 (npm): the suffix of a street in full, by the table of the Postal Service.
# Guess: `expand` of PKWY is PARKWAY, and of a word that is in full already the same word.
# Seen: PKWY is PARKWAYS, and PARK, WALK and SPUR are PARKS, WALKS and SPURS: singular and plural share an abbreviation in that table, and the later row
#   wins. PARKWAY, LOOP and PASS stay as they are.
# Touches: addresses of properties that are made uniform with it: the street on the order, "Riverside Parkways", is no street of that town.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit street-suffix@1.0.1 > /dev/null 2>&1 || { echo 'street-suffix 1.0.1 cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const { expand } = require('street-suffix')
const stated = { St: 'STREET', Pkwy: 'PARKWAYS', Parkway: 'PARKWAY', Park: 'PARKS', Walk: 'WALKS', Spur: 'SPURS', Loop: 'LOOP', Pass: 'PASS' }
const seen = Object.fromEntries(Object.keys(stated).map((suffix) => [suffix, expand(suffix)]))
console.log(seen)
process.exit(JSON.stringify(seen) === JSON.stringify(stated) ? 0 : 1)
JS
node try.cjs
