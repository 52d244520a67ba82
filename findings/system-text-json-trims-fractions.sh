#!/usr/bin/env bash
# System.Text.Json of .NET Core 3.1.23 (by dotnetcore2 3.1.23 and pythonnet 3.2.1 of PyPI; the runtime is about 100 MB).
# Guess: a DateTime is written as its format "O" has it, always with seven digits of a second, so that two times compare as their texts do.
# Seen: zeros at the end of the fraction are left out, and a fraction of zero altogether: 05Z, 05.12Z and 05.1200001Z stand beside each other. `Z` sorts
#   behind digits and behind the point, so that 05Z comes after 05.12Z as a text. ToString("O") has seven digits.
# Touches: who compares or sorts times such as updated_at as texts, takes the longest as a fixed length, or tells a time by a pattern: at .000 and .120 of a
#   second it goes wrong, once in a thousand and once in ten times.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv .venv && .venv/bin/pip install -q dotnetcore2==3.1.23 pythonnet==3.2.1 > /dev/null 2>&1 || { echo 'dotnetcore2 3.1.23 cannot be had'; exit 2; }
cat > try.py <<'PY'
import json, sys
import dotnetcore2, pythonnet
from clr_loader import get_coreclr

framework = {"name": "Microsoft.NETCore.App", "version": "3.1.0"}
options = {"tfm": "netcoreapp3.1", "framework": framework, "configProperties": {"System.Globalization.Invariant": True}}
with open("runtime.json", "w") as file:
    json.dump({"runtimeOptions": options}, file)
pythonnet.set_runtime(get_coreclr(runtime_config="runtime.json", dotnet_root=f"{dotnetcore2.__path__[0]}/bin"))
import clr

clr.AddReference("System.Text.Json")
from System import DateTime, DateTimeKind
from System.Text.Json import JsonSerializer

second = DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc)
times = [second.AddTicks(ticks) for ticks in (0, 1_200_000, 1_200_001)]
written = [json.loads(JsonSerializer.Serialize[DateTime](time, None)) for time in times]
for text, time in zip(written, times):
    print(f"{text}   ToString('O'): {time.ToString('O')}")
print("sorted as texts:", sorted(written))
as_stated = written == [f"2026-01-02T03:04:05{fraction}Z" for fraction in ("", ".12", ".1200001")]
sys.exit(0 if as_stated and sorted(written)[-1] == written[0] else 1)
PY
.venv/bin/python try.py
