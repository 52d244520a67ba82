#!/usr/bin/env bash
# junit2json 4.0.0 (npm): a JUnit report as JSON, for a database of test results.
# Guess: counts and times are numbers; names, classes, messages and the values of properties stay text.
# Seen: every attribute that looks like a number is one. A property with version 1.10 is 1.1, the ZIP code 01970 is 1970, the short commit 12e4 is 12, a test named
#   007 is 7, and the message "409" of a failure is the number 409. Text between tags stays text, and `true` too.
# Touches: CI that stores results by name, version or commit: two of them become one, and a column of texts gets numbers.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit junit2json@4.0.0 > /dev/null 2>&1 || { echo 'junit2json 4.0.0 cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import { parse } from 'junit2json'
const values = { version: '1.10', postal_code: '01970', commit: '12e4', strict: 'true' }
const properties = Object.entries(values).map(([name, value]) => `<property name="${name}" value="${value}"/>`)
const { testsuite } = await parse(`<testsuites><testsuite name="1004"><properties>${properties.join('')}</properties>
  <testcase name="007" classname="orders" time="0.5"><failure message="409" type="status">0123</failure></testcase></testsuite></testsuites>`)
const [suite] = testsuite
const [test] = suite.testcase
const seen = [suite.name, ...suite.properties.map(({ value }) => value), test.name, test.failure[0].message, test.failure[0].inner]
console.log(['1004', ...Object.values(values), '007', '409', '0123'].map((text, at) => `${JSON.stringify(text)} is ${JSON.stringify(seen[at])}`).join('\n'))
process.exit(JSON.stringify(seen) === '[1004,1.1,1970,12,"true",7,409,"0123"]' ? 0 : 1)
JS
node try.mjs
