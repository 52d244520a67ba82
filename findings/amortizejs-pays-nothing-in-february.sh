#!/usr/bin/env bash
# amortizejs 1.0.3 (npm): the schedule of a loan, each payment with its date.
# Guess: a loan that begins on January 31st is paid each month, at the end of February on the 28th, and its `endDate` is the date of the last payment.
# Seen: there is no payment in February: it is January 31st, March 3rd, April 3rd, and the 3rd from then on. `endDate` is
#   a month later than the last payment, for a loan that begins on the 15th as well.
# Touches: who shows a schedule or a payoff date beside an order: loans that begin on the 29th, 30th or 31st have other dates than the lender's, from the second payment on.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit amortizejs@1.0.3 > /dev/null 2>&1 || { echo 'amortizejs@1.0.3 cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const { Calculator } = require('amortizejs')
const loan = (startDate) => Calculator.calculate({ method: 'mortgage', apr: 6, balance: 200_000, loanTerm: 12, startDate })
const day = (date) => new Date(date).toISOString().slice(0, 10)
const seen = ['2027-01-31', '2027-01-15'].map((start) => {
  const { schedule, endDate } = loan(start)
  return [...schedule.slice(0, 3).map((row) => day(row.date)), day(schedule.at(-1).date), day(endDate)].join(' ')
})
for (const row of seen) console.log('first three, last payment, endDate:', row)
const due = ['2027-01-31 2027-03-03 2027-04-03 2028-01-03 2028-02-03', '2027-01-15 2027-02-15 2027-03-15 2027-12-15 2028-01-15']
process.exit(seen.join() === due.join() ? 0 : 1)
JS
TZ=UTC node try.cjs
