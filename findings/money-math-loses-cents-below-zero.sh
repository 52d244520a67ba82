#!/usr/bin/env bash
# money-math 2.6.3 (npm): sums, products and percentages of amounts that are texts with two decimals and, by its README, may have a minus.
# Guess: an amount below zero gives what the amount above zero gives, with a minus: a part of a fee and the same part of its refund cancel out.
# Seen: they do not: 8.25 % of 650.00 is 53.63, and of -650.00 it is -53.61, where the exact value is -53.625. A third of 650.00 is 216.67, and of -650.00
#   it is -216.65. What is rounded below zero can be a cent and a half off, and two cents from its counterpart. Sums, and results that need no rounding, are right.
# Touches: fees, discounts and corrections in the form "-650.00": a share of a refund is a cent or two too small, and books do not balance.
#   Work with the amount above zero and set the minus at the end.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null 2>&1
npm install --silent --ignore-scripts --no-fund --no-audit money-math@2.6.3 > /dev/null 2>&1 || { echo 'money-math 2.6.3 cannot be had'; exit 2; }
node -e '
  const money = require("money-math")
  const seen = [["percent", "650.00", "8.25"], ["div", "650.00", "3.00"], ["mul", "33.33", "0.50"], ["add", "650.00", "0.10"]].map(([name, amount, by]) => {
    const above = money[name](amount, by)
    const below = money[name](`-${amount}`, name === "add" ? `-${by}` : by)
    console.log(`${name} ${amount} ${by}: ${above}; the same below zero: ${below}; together: ${money.add(above, below)}`)
    return [above, below]
  })
  process.exit(seen.join() === "53.63,-53.61,216.67,-216.65,16.67,-16.65,650.10,-650.10" ? 0 : 1)
'
