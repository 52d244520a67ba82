#!/usr/bin/env bash
# typescript 7.0.2 (npm): the compiler in Go, whose `tsc` takes the place of that of typescript 6.0.3.
# Guess: where `as T` is dropped, `new (load() as T).Shape()` stays what it was, as typescript 6 has it: the class of what `load` gives is made.
# Seen: it becomes `new load().Shape()`, which makes a `load` and calls the class. The types are right, `tsc` says nothing, and the program ends at that line:
#   "Class constructor Shape cannot be invoked without 'new'". The same holds for `satisfies`, and not for `!`.
# Touches: who loads a library late, `new (require('ajv/dist/2020') as typeof Library).Ajv2020()`: keep the call in a constant, and say `new library.Ajv2020()`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit six@npm:typescript@6.0.3 seven@npm:typescript@7.0.2 > /dev/null 2>&1 || { echo 'typescript 6.0.3 or 7.0.2 cannot be had'; exit 2; }
cat > shape.ts <<'TS'
const library = { Shape: class Shape { sides = 4 } }
function load() {
  return library
}
const tell = (word: string, make: () => { sides: number }): void => {
  try {
    console.log(word, make().sides)
  } catch (error) {
    console.log(word, String(error))
  }
}
tell('as', () => new (load() as typeof library).Shape())
tell('satisfies', () => new (load() satisfies typeof library).Shape())
tell('!', () => new (load()!).Shape())
TS
echo '{ "compilerOptions": { "target": "es2022", "module": "esnext", "strict": true, "types": [] }, "files": ["shape.ts"] }' > tsconfig.json
try() { # compiler
  node "node_modules/$1/bin/tsc" --outDir "out-$1" || echo "tsc ended with $?"
  cp "out-$1/shape.js" "$1.mjs" && node "$1.mjs"
}
wrong="TypeError: Class constructor Shape cannot be invoked without 'new'"
printf 'as 4\nsatisfies 4\n! 4\n' > stated-six
printf '%s\n' "as $wrong" "satisfies $wrong" '! 4' > stated-seven
for one in six seven; do try "$one" > "seen-$one"; cat "seen-$one"; done
cmp -s seen-six stated-six && cmp -s seen-seven stated-seven
