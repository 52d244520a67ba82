#!/usr/bin/env bash
# us-state-converter 1.0.8 (npm): the abbreviation of a state by its name, and the name by the abbreviation.
# Guess: a name that it does not know gives null, undefined or an error.
# Seen: it gives a sentence as the answer, "No abbreviation found with that state name", for "Virgin Islands", "Washington DC" and a name with a letter
#   wrong; an abbreviation that it does not know gives one, too. "US Virgin Islands" is known, and so are the other territories.
# Touches: addresses of properties whose state is made short with it: the sentence goes out as the state of the order, which a service refuses or keeps.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit us-state-converter@1.0.8 > /dev/null 2>&1 || { echo 'us-state-converter 1.0.8 cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const { abbr, fullName } = require('us-state-converter')
const unknown = 'No abbreviation found with that state name'
const stated = { 'Virgin Islands': unknown, 'Washington DC': unknown, Colorodo: unknown, 'US Virgin Islands': 'VI', 'Puerto Rico': 'PR', Colorado: 'CO' }
const seen = Object.fromEntries(Object.keys(stated).map((name) => [name, abbr(name)]))
console.log(seen)
console.log('NB:', fullName('NB'))
process.exit(JSON.stringify(seen) === JSON.stringify(stated) && fullName('NB') === 'No state found with that abbreviation' ? 0 : 1)
JS
node try.cjs
