#!/usr/bin/env bash
# httpx-auth 0.23.1 with httpx 0.28.1: OAuth2ClientCredentials as the `auth` of an AsyncClient.
# Guess: the token is asked for as the call is sent, by the asynchronous client: other tasks go on meanwhile.
# Seen: the token request is made by a synchronous client of its own inside the event loop. While the token endpoint thinks, no other task runs.
# Touches: a server that sends orders and takes webhooks in one process: with each renewal it answers nobody for as long as the token takes, and
#   a deadline such as ten seconds for a webhook is missed through no fault of the receiver.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
{ python3 -m venv v && v/bin/pip install -q httpx==0.28.1 httpx-auth==0.23.1; } > /dev/null 2>&1 || { echo 'httpx-auth 0.23.1 cannot be had'; exit 2; }
cat > try.py <<'PY'
import asyncio, json, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
import httpx
from httpx_auth import OAuth2ClientCredentials

class Slow(BaseHTTPRequestHandler):
    def answer(self):
        time.sleep(3)
        self.send_response(200)
        self.send_header('Content-Type', 'application/json')
        self.end_headers()
        self.wfile.write(json.dumps({'access_token': 't', 'token_type': 'Bearer', 'expires_in': 3600}).encode())
    do_GET = do_POST = answer
    def log_message(self, *args): pass

server = ThreadingHTTPServer(('127.0.0.1', 0), Slow)
threading.Thread(target=server.serve_forever, daemon=True).start()
api = f'http://127.0.0.1:{server.server_port}'

async def longest_pause_during(call):
    """Seconds between two turns of another task, which wants one every tenth of a second."""
    turns = [time.monotonic()]
    async def tick():
        while True:
            await asyncio.sleep(0.1)
            turns.append(time.monotonic())
    ticking = asyncio.create_task(tick())
    await asyncio.sleep(0.3)
    await call
    ticking.cancel()
    return max(after - before for before, after in zip(turns, [*turns[1:], time.monotonic()]))

async def main():
    auth = OAuth2ClientCredentials(f'{api}/token', client_id='c', client_secret='s', timeout=30)
    async with httpx.AsyncClient(timeout=30, auth=auth) as client:
        first = await longest_pause_during(client.get(f'{api}/account'))
        second = await longest_pause_during(client.get(f'{api}/account'))
    print(f'another task waits {first:.1f} s in a call that takes a token, {second:.1f} s in one that has it; each answer takes 3 s')
    return 0 if first > 2.8 and second < 2 else 1

sys.exit(asyncio.run(main()))
PY
v/bin/python try.py
