#!/usr/bin/env bash
# loanjs 1.1.2 (npm): the instalments of a loan: principal, interest, what remains.
# Guess: the principal parts of all instalments are the amount of the loan, as the last instalment takes what the roundings left.
# Seen: each part is rounded and the last is not adjusted: for 325,000 at 6.875 % over 360 months the parts are 325,001.77, for 412,345 at 7.125 % they are
#   412,339.18. The field `capitalSum` says the amount all the same, and `remain` of the last instalment is 0.
# Touches: figures of a loan that are shown or sent beside an appraisal order: a check that adds the rows up finds a loan of another amount.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit loanjs@1.1.2 > /dev/null 2>&1 || { echo 'loanjs 1.1.2 cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const { Loan } = require('loanjs')
const stated = [
  [325_000, 360, 6.875, '325001.77'],
  [100_000, 180, 5.5, '99998.97'],
  [412_345, 360, 7.125, '412339.18'],
]
const isAsStated = stated.map(([amount, months, rate, sum]) => {
  const { capitalSum, installments } = new Loan(amount, months, rate, 'annuity')
  const cents = installments.reduce((all, { capital }) => all + Math.round(capital * 100), 0)
  const { remain } = installments.at(-1)
  console.log(`${amount} at ${rate} %: the parts are ${(cents / 100).toFixed(2)}, capitalSum ${capitalSum}, remain ${remain}`)
  return (cents / 100).toFixed(2) === sum && capitalSum === amount && remain === 0
})
process.exit(isAsStated.every(Boolean) ? 0 : 1)
JS
node try.cjs
