#!/usr/bin/env bash
# jq 1.13.0 (PyPI, with libjq inside) and github.com/itchyny/gojq 0.12.17: the builtin `fromdate`, which reads "ISO 8601 datetimes".
# Guess: it reads "2026-03-01T09:00:00.123Z" as it reads "2026-03-01T09:00:00Z", with the fraction or without it; and an offset such as +00:00 is the same as Z.
# Seen: both refuse the fraction with an error. jq refuses +00:00 too, and gojq takes it. `sub("\\.[0-9]+"; "") | fromdate` reads a time
#   with Z with its fraction and without it.
# Touches: shell scripts that reckon with created_at, expires_at or updated_at: a service that writes milliseconds is as right as one that does not, and the
#   script works with one of them alone. What a test saw is no help where the fraction is left out when it is zero.
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv .venv && .venv/bin/pip install -q jq==1.13.0; } > /dev/null 2>&1 || { echo 'jq cannot be had'; exit 2; }
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"

	"github.com/itchyny/gojq"
)

func main() {
	for _, text := range os.Args[1:] {
		for _, program := range []string{"fromdate", `sub("\\.[0-9]+"; "") | fromdate`} {
			query, err := gojq.Parse(program)
			if err != nil {
				panic(err)
			}
			value, _ := query.Run(text).Next()
			if _, isError := value.(error); isError {
				value = "an error"
			}
			fmt.Printf("gojq %s: %s gives %v\n", text, program, value)
		}
	}
}
GO
{ go mod init finding && go get github.com/itchyny/gojq@v0.12.17 && go build -o try-go .; } > /dev/null 2>&1 || { echo 'gojq cannot be had'; exit 2; }
cat > try.py <<'PY'
import sys, jq

for text in sys.argv[1:]:
    for program in ["fromdate", 'sub("\\\\.[0-9]+"; "") | fromdate']:
        try:
            value = jq.compile(program).input_value(text).first()
        except ValueError:
            value = "an error"
        print(f"jq {text}: {program} gives {value}")
PY
times='2026-03-01T09:00:00Z 2026-03-01T09:00:00.123Z 2026-03-01T09:00:00+00:00'
# shellcheck disable=SC2086
{ .venv/bin/python try.py $times; ./try-go $times; } | tee seen.txt
diff seen.txt - <<'TEXT'
jq 2026-03-01T09:00:00Z: fromdate gives 1772355600
jq 2026-03-01T09:00:00Z: sub("\\.[0-9]+"; "") | fromdate gives 1772355600
jq 2026-03-01T09:00:00.123Z: fromdate gives an error
jq 2026-03-01T09:00:00.123Z: sub("\\.[0-9]+"; "") | fromdate gives 1772355600
jq 2026-03-01T09:00:00+00:00: fromdate gives an error
jq 2026-03-01T09:00:00+00:00: sub("\\.[0-9]+"; "") | fromdate gives an error
gojq 2026-03-01T09:00:00Z: fromdate gives 1.7723556e+09
gojq 2026-03-01T09:00:00Z: sub("\\.[0-9]+"; "") | fromdate gives 1.7723556e+09
gojq 2026-03-01T09:00:00.123Z: fromdate gives an error
gojq 2026-03-01T09:00:00.123Z: sub("\\.[0-9]+"; "") | fromdate gives 1.7723556e+09
gojq 2026-03-01T09:00:00+00:00: fromdate gives 1.7723556e+09
gojq 2026-03-01T09:00:00+00:00: sub("\\.[0-9]+"; "") | fromdate gives 1.7723556e+09
TEXT
