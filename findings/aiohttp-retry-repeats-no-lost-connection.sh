#!/usr/bin/env bash
# aiohttp-retry 2.9.1 with aiohttp 3.14.5. Its option `exceptions` is described as "by default on all".
# Guess: with the defaults a connection that breaks before the answer is tried again, as a 500 is.
# Seen: the default is an empty set, and no exception is ever tried again: a 500 costs three calls, a lost connection one.
# Touches: clients that count on it for dropped connections and timeouts; name `exceptions={aiohttp.ClientError, asyncio.TimeoutError}`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv .venv && .venv/bin/pip install -q aiohttp==3.14.5 aiohttp-retry==2.9.1 > /dev/null 2>&1 || { echo 'aiohttp-retry 2.9.1 cannot be had'; exit 2; }
cat > try.py <<'PY'
import asyncio, sys
import aiohttp
from aiohttp_retry import ExponentialRetry, RetryClient

async def calls(answer, **options):
    seen = 0
    async def serve(reader, writer):
        nonlocal seen
        seen += 1
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()
        writer.close()
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with RetryClient(retry_options=ExponentialRetry(attempts=3, start_timeout=0.01, **options)) as client:
        try:
            # A POST: aiohttp itself tries a read once more.
            async with client.post(f"http://127.0.0.1:{port}/"):
                pass
        except aiohttp.ClientError as error:
            print(" ", type(error).__name__)
    server.close()
    return seen

async def main():
    failed = await calls(b"HTTP/1.1 500 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    lost = await calls(b"")
    named = await calls(b"", exceptions={aiohttp.ClientError})
    print(f"500: {failed} calls; connection lost: {lost}; with the exceptions named: {named}")
    sys.exit(0 if (failed, lost, named) == (3, 1, 3) else 1)

asyncio.run(main())
PY
.venv/bin/python try.py
