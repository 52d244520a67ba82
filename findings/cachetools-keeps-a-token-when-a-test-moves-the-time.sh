#!/usr/bin/env bash
# cachetools 8.0.2 with freezegun 1.5.5, and with time-machine 3.6.0 (PyPI). A client keeps its token for an hour in a TTLCache; a test moves the time on by two
# hours, as it does for a token that has `expires_at`.
# Guess: the token is gone, as `datetime.now()` and `time.time()` say that two hours have passed.
# Seen: it is still there, with both. A TTLCache counts with the `time.monotonic` that it took when cachetools was imported: freezegun replaces the name and not
#   what was taken before, and time-machine leaves that clock alone. With `timer=lambda: time.time()` both lose it.
# Touches: tests of a client with a simulator whose clock they move as well: the service answers `token_expired`, and the client sends the same token again. The
#   test blames the client's renewal, which is right in production.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip -q install cachetools==8.0.2 freezegun==1.5.5 time-machine==3.6.0; } > /dev/null 2>&1 || { echo 'a package cannot be had'; exit 2; }
cat > try.py <<'PY'
import sys, time
from cachetools import TTLCache
from freezegun import freeze_time
import time_machine

caches = {
    "TTLCache(10, 3600)": lambda: TTLCache(10, 3600),
    "TTLCache(10, 3600, timer=lambda: time.time())": lambda: TTLCache(10, 3600, timer=lambda: time.time()),
}
start = "2026-01-31T10:00:00Z"


def kept(make, clock, move):
    with clock as moved:
        cache, before = make(), time.time()
        cache["token"] = "a"
        move(moved)
        assert time.time() - before == 7200
        return "token" in cache


seen = {}
for name, make in caches.items():
    frozen = kept(make, freeze_time(start), lambda clock: clock.tick(7200))
    travelled = kept(make, time_machine.travel(start, tick=False), lambda clock: clock.shift(7200))
    seen[name] = (frozen, travelled)
    print(f"{name}: two hours later the token is kept with freezegun: {frozen}, with time-machine: {travelled}")
sys.exit(0 if list(seen.values()) == [(True, True), (False, False)] else 1)
PY
venv/bin/python try.py
