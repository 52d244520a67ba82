#!/usr/bin/env bash
# humanparser 2.7.0 (npm): the parts of a person's name.
# Guess: of two words the second is the last name; a suffix is what stands behind one.
# Seen: "John Ma" has the suffix Ma, as a Master of Arts, and an empty last name, and so has "Ma, John". The family names Junior and V are suffixes, too.
#   "John Li" is read rightly.
# Touches: borrowers and contacts of an order: the name of the loan file is split for `first_name` and `last_name`, and the order is refused for an empty field,
#   or goes out without the family name. Ma is one of the most frequent family names there are.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit humanparser@2.7.0 > /dev/null 2>&1 || { echo 'humanparser 2.7.0 cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const { parseName } = require('humanparser')
const stated = { 'John Ma': '', 'Abe Junior': '', 'Ty V': '', 'Ma, John': '', 'John Li': 'Li' }
const seen = Object.fromEntries(
  Object.keys(stated).map((name) => {
    const { firstName, lastName, suffix } = parseName(name)
    console.log(`${name}: first ${firstName}, last ${lastName || '(empty)'}, suffix ${suffix ?? '(none)'}`)
    return [name, lastName]
  }),
)
process.exit(JSON.stringify(seen) === JSON.stringify(stated) ? 0 : 1)
JS
node try.cjs
