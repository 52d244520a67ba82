#!/usr/bin/env bash
# zipcodes 8.0.0 (npm): cities by ZIP code and ZIP codes by city, territories included.
# Guess: "78701-1234" is found as "78701" is; a state is taken by its name or its code, territories too, since "Texas" and "District of Columbia" are; and
#   a city is found as people write it.
# Seen: a ZIP code with its four more digits gives undefined, and null as a distance. "Puerto Rico" and "Guam"
#   have no city, though "PR" has 36 codes for San Juan. "Winston-Salem", "O'Fallon" and "Coeur d'Alene" are not found; "Winston Salem" and "O Fallon" are.
# Touches: who checks an address before an order is placed: addresses from loan systems often have the four digits more, and lenders in Puerto Rico write
#   its name. Nothing is thrown, so that the order goes out without its city, or is held back as one outside the United States.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null 2>&1
npm install --silent --no-audit --no-fund zipcodes@8.0.0 > /dev/null 2>&1 || { echo 'zipcodes cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const { distance, lookup, lookupByName } = require('zipcodes')

for (const code of ['78701', '78701-1234', '00901', '00901-1234']) console.log(code, lookup(code)?.city, distance(code, '73301'))
const places = [['Austin', 'Texas'], ['Washington', 'District of Columbia'], ['San Juan', 'PR'], ['San Juan', 'Puerto Rico'], ['Hagatna', 'GU'], ['Hagatna', 'Guam']]
const names = [['Winston Salem', 'NC'], ['Winston-Salem', 'NC'], ['O Fallon', 'MO'], ["O'Fallon", 'MO'], ['Coeur d Alene', 'ID'], ["Coeur d'Alene", 'ID']]
for (const [city, state] of [...places, ...names]) console.log(`${city}, ${state}:`, lookupByName(city, state).length)
JS
node try.cjs | tee seen.txt
diff seen.txt - <<'TEXT'
78701 Austin 4
78701-1234 undefined null
00901 San Juan 2150
00901-1234 undefined null
Austin, Texas: 80
Washington, District of Columbia: 274
San Juan, PR: 36
San Juan, Puerto Rico: 0
Hagatna, GU: 2
Hagatna, Guam: 0
Winston Salem, NC: 25
Winston-Salem, NC: 0
O Fallon, MO: 2
O'Fallon, MO: 0
Coeur d Alene, ID: 3
Coeur d'Alene, ID: 0
TEXT
