#!/usr/bin/env bash
# junit-to-ctrf 0.0.14 (npm): a JUnit report as CTRF, the common JSON format of test reports.
# Guess: what a test says of itself is carried over, be it failed, in error or skipped.
# Seen: the message of a failure is kept; the message of `<skipped message="…">` and the properties of a test are lost. An `<error>` becomes "failed" as a
#   `<failure>` does, so that what could not be judged is counted as broken.
# Touches: CI that shows CTRF: which rules were not tested, and why, is gone from the page, and a target that was not reached reads as a violated rule.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit junit-to-ctrf@0.0.14 > /dev/null 2>&1 || { echo 'junit-to-ctrf 0.0.14 cannot be had'; exit 2; }
cat > junit.xml <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="3" failures="1" errors="1" skipped="1" time="1">
  <testsuite name="orders" tests="3" failures="1" errors="1" skipped="1" time="1">
    <testcase name="hold" classname="orders" time="0.5"><failure message="expected 409, received 200" type="violation">the whole story</failure></testcase>
    <testcase name="list" classname="orders" time="0.5"><error message="the target was not reached" type="blocked">refused</error></testcase>
    <testcase name="read" classname="orders" time="0"><properties><property name="basis" value="inferred"/></properties><skipped message="there is no second lender"/></testcase>
  </testsuite>
</testsuites>
XML
npx junit-to-ctrf junit.xml -o ctrf.json > /dev/null
cat > look.cjs <<'JS'
const text = require('fs').readFileSync('ctrf.json', 'utf8')
const seen = JSON.parse(text).results.tests.map(({ name, status, message }) => `${name}: ${status}, ${message ?? 'no message'}`)
console.log(seen.join('\n'))
const lost = ['no second lender', 'inferred', 'blocked'].filter((words) => !text.includes(words))
console.log(`lost: ${lost.join(', ')}`)
const stated = ['orders: hold: failed, expected 409, received 200', 'orders: list: failed, the target was not reached', 'orders: read: skipped, no message']
process.exit(`${seen}` === `${stated}` && lost.length === 3 ? 0 : 1)
JS
node look.cjs
