#!/usr/bin/env bash
# requests_auth 8.0.0 with requests 2.34.2 (PyPI): OAuth2ClientCredentials, for two lenders of one program, each with an id and a secret of its own.
# Guess: each credential gets a token of its own, and calls with it.
# Seen: the token is kept under the address and the form of the token request, and the id and the secret are in neither: they are sent in the header. The second
#   credential asks for no token. Its calls are sent with that of the first. Where the two ask for another scope, each has its own.
# Touches: programs that order for several lenders at one service, whose scope is the same: every order goes to the lender that called first, with 201. Compare the
#   account with the configuration after the start, as contracts advise, or keep a process or another library for each credential.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{ python3 -m venv venv && venv/bin/pip -q install requests_auth==8.0.0 requests==2.34.2; } > /dev/null 2>&1 || { echo 'a package cannot be had'; exit 2; }
cat > try.py <<'PY'
import base64, json, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
import requests
from requests_auth import OAuth2ClientCredentials


class Service(BaseHTTPRequestHandler):
    def answer(self, body):
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        client, _ = base64.b64decode(self.headers["Authorization"].removeprefix("Basic ")).decode().split(":")
        self.answer({"access_token": f"token of {client}", "token_type": "Bearer", "expires_in": 3600})

    def do_GET(self):
        self.answer(self.headers["Authorization"].removeprefix("Bearer "))

    def log_message(self, *parts):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
Thread(target=server.serve_forever, daemon=True).start()
base = f"http://127.0.0.1:{server.server_port}"


def call(name, **more):
    auth = OAuth2ClientCredentials(f"{base}/oauth/token", client_id=name, client_secret=f"secret of {name}", **more)
    return requests.get(f"{base}/account", auth=auth, timeout=10).json()


seen = [call("north"), call("south"), call("south", scope="lender")]
for name, token in zip(("north", "south", "south with a scope"), seen):
    print(f"{name} calls with the {token}")
sys.exit(0 if seen == ["token of north", "token of north", "token of south"] else 1)
PY
venv/bin/python try.py
