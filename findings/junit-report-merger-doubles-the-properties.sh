#!/usr/bin/env bash
# junit-report-merger 9.0.4 (npm): several JUnit reports as one, such as those of the shards of a job.
# Guess: suites of one name stay apart, or become one that has its properties once and the time of both.
# Seen: they become one with two `<properties>` elements, the second amid the test cases, which the usual schema of JUnit does not allow. Its time is that of one of
#   them, while tests and failures are added up. (Of the whole report the longest time is documented.)
# Touches: CI that merges the reports of shards: strict readers refuse the file, and others show the properties of one shard for the tests of both.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit junit-report-merger@9.0.4 > /dev/null 2>&1 || { echo 'junit-report-merger 9.0.4 cannot be had'; exit 2; }
for shard in 1 2; do
  cat > "shard-$shard.xml" <<XML
<testsuites tests="1" failures="1" time="2"><testsuite name="orders" tests="1" failures="1" time="2"><properties><property name="shard" value="$shard"/></properties>
<testcase name="rule $shard" classname="orders" time="2"><failure message="expected 409"/></testcase></testsuite></testsuites>
XML
done
npx junit-report-merger merged.xml shard-1.xml shard-2.xml > /dev/null
cat merged.xml
echo
suites=$(grep -c '<testsuite ' merged.xml) properties=$(grep -c '<properties>' merged.xml)
second=$(grep -n '<properties>' merged.xml | tail -1 | cut -d: -f1) first=$(grep -n '<testcase ' merged.xml | head -1 | cut -d: -f1)
echo "suites: $suites, elements of properties: $properties"
[ "$suites" = 1 ] && [ "$properties" = 2 ] && [ "$second" -gt "$first" ] && grep -q '<testsuite name="orders" tests="2" failures="2".* time="2"' merged.xml
