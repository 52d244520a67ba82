#!/usr/bin/env bash
# @18f/us-federal-holidays 4.0.0 (npm): the federal holidays of a year or of a range, and whether a date is one.
# Guess: the three functions agree. New Year's Day of 2028 is a Saturday and is kept on Friday, December 31st, 2027: each of them knows that Friday.
# Seen: isAHoliday says yes, and allForYear(2028) lists it. inRange of December 2027 does not, nor that of any range which ends in the old year: it
#   looks at the years of the range alone, and the Friday belongs to 2028. A range that ends on January 2nd has it.
# Touches: due dates that are counted over a list of holidays made for a month, a quarter or a year: they are a day early at the end of 2027, as of 2021.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit @18f/us-federal-holidays@4.0.0 > /dev/null 2>&1 || { echo '@18f/us-federal-holidays@4.0.0 cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const { isAHoliday, allForYear, inRange } = require('@18f/us-federal-holidays')
const dates = (holidays) => holidays.map((holiday) => holiday.dateString)
const december = new Date(2027, 11, 1)
const seen = {
  'isAHoliday, December 31st, 2027': isAHoliday(new Date(2027, 11, 31)),
  'allForYear(2028) begins with': dates(allForYear(2028))[0],
  'inRange of December 2027': dates(inRange(december, new Date(2027, 11, 31))).join(),
  'inRange to January 2nd': dates(inRange(december, new Date(2028, 0, 2))).join(),
}
for (const [what, value] of Object.entries(seen)) console.log(`${what}: ${value}`)
process.exit(Object.values(seen).join(' ') === 'true 2027-12-31 2027-12-24 2027-12-24,2027-12-31' ? 0 : 1)
JS
TZ=America/New_York node try.cjs
