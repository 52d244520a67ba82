#!/usr/bin/env bash
# phone 3.1.72 (npm): brings phone numbers into the form +15125550100, and says to which country one belongs.
# Guess: with `{ country: 'USA' }` the numbers of all territories are known, or those of none.
# Seen: those of Puerto Rico and the Virgin Islands are numbers of the United States; those of Guam, American Samoa and the Northern Marianas are not valid there and give
#   null. Without a country all five are valid. A number with an extension, "x12", is not valid at all.
# Touches: borrowers in three territories, whose numbers a form with this package refuses or drops, so that the appraiser has nobody to call. Ask without the country.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit phone@3.1.72 > /dev/null 2>&1 || { echo 'phone 3.1.72 cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const { phone } = require('phone')
const numbers = { 'Puerto Rico': '+1 787 555 0100', 'Virgin Islands': '+1 340 555 0100', Guam: '+1 671 555 0100', 'American Samoa': '+1 684 733 0100', 'Northern Marianas': '+1 670 234 0100' }
const seen = Object.entries(numbers).map(([place, number]) => {
  const [given, free] = [phone(number, { country: 'USA' }), phone(number)]
  console.log(`${place} ${number}: with the country ${given.phoneNumber}, without it ${free.phoneNumber} (${free.countryIso2})`)
  return [given.isValid, free.isValid].join()
})
const extension = phone('+1 512 555 0100 x12', { country: 'USA' }).isValid
console.log(`with an extension: ${extension}`)
process.exit(`${seen}` === 'true,true,true,true,false,true,false,true,false,true' && !extension ? 0 : 1)
JS
node try.cjs
