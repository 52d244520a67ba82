#!/usr/bin/env bash
# business-days-js 2.3.0 (npm) on date-holidays 3.37.0: which dates are business days in the United States.
# Guess: a federal holiday that falls on a Saturday is kept on the Friday before, whichever it is; date-holidays knows these Fridays.
# Seen: the Fridays before Independence Day, Juneteenth and New Year's Day are none, and Friday, December 24th, 2027 is a business day. date-holidays
# lists two things for it, Christmas Eve first, and business-days-js looks at the first of a day's list alone.
# Touches: due dates and deadlines that are counted in business days, in 2027 and 2032 and in 2021: they are a day early.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "type": "module" }' > package.json
npm install --silent --ignore-scripts --no-fund --no-audit business-days-js@2.3.0 date-holidays@3.37.0 >/dev/null 2>&1 || { echo 'business-days-js 2.3.0 cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import businessDays from 'business-days-js'
import Holidays from 'date-holidays'

const days = businessDays()
const holidays = new (Holidays.default ?? Holidays)('US')
const isPublic = (date) => (holidays.isHoliday(new Date(`${date}T12:00:00`)) || []).some(({ type }) => type === 'public')
const fridays = ['2026-07-03', '2027-06-18', '2027-12-31', '2021-12-24', '2027-12-24', '2032-12-24']
for (const date of fridays)
  console.log(`${date}: a holiday by date-holidays: ${isPublic(date)}; a business day by business-days-js: ${days.check(date)}`)
console.log(`2027-12-23 and one business day: ${days.addDays('2027-12-23', 1).format('YYYY-MM-DD')}`)
const isAsStated = fridays.every(isPublic) && fridays.every((date) => days.check(date) === date.endsWith('12-24'))
process.exit(isAsStated && days.addDays('2027-12-23', 1).format('YYYY-MM-DD') === '2027-12-24' ? 0 : 1)
JS
node try.mjs
