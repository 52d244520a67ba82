#!/usr/bin/env bash
# aiolimiter 1.3.0 and asyncio-throttle 1.0.2 (PyPI): a client wants to stay below 600 requests in a minute; here 100 in four seconds.
# Guess: AsyncLimiter(100, 4), "maximum rate 100 in 4 seconds", lets no more than 100 calls begin in any four seconds, as Throttler(100, 4) does.
# Seen: 199 begin in the first four seconds: a hundred at once, and those that come free meanwhile. Then it is 100 in each. After a quiet time of four seconds
#   the same happens again. Throttler lets 100 begin.
# Touches: clients of a service with 600 requests per minute: each batch after a quiet minute has nearly 1,200 in its first minute and is answered with some
#   599 times 429, though the limiter has the very number of the contract. A limiter of (1, 0.1) keeps to the rate.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv .venv && .venv/bin/pip install -q aiolimiter==1.3.0 asyncio-throttle==1.0.2; } > /dev/null 2>&1 || { echo 'aiolimiter cannot be had'; exit 2; }
cat > try.py <<'PY'
import asyncio, sys
from aiolimiter import AsyncLimiter
from asyncio_throttle import Throttler

async def begun(limiter):
    loop, count = asyncio.get_running_loop(), 0
    start = loop.time()
    while True:
        async with limiter:
            if loop.time() - start >= 4:
                return count
            count += 1

async def measure(limiter):
    first = await begun(limiter)
    await asyncio.sleep(4.1)
    return [first, await begun(limiter)]

async def all_of():
    limiters = [AsyncLimiter(100, 4), AsyncLimiter(1, 0.04), Throttler(rate_limit=100, period=4)]
    return await asyncio.gather(*map(measure, limiters))

seen = asyncio.run(all_of())
for name, counts in zip(["AsyncLimiter(100, 4)", "AsyncLimiter(1, 0.04)", "Throttler(100, 4)"], seen):
    print(f"{name}: {counts[0]} in the first four seconds, {counts[1]} in those after a quiet time")
# A busy machine begins fewer, and none of them more: then no more can be said.
burst, *steady = seen
changed = max(map(max, steady)) > 101 or min(burst) <= 101
sys.exit(1 if changed else 0 if min(burst) > 150 else 2)
PY
.venv/bin/python try.py
