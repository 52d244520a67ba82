#!/usr/bin/env bash
# Authlib 1.9.10 and golang.org/x/oauth2 0.38.0, client credentials. A server gives tokens of 45 seconds.
# Guess: a token is used for its 45 seconds, or for a large part of them; three calls in one second take one token.
# Seen: Authlib takes a token as over a minute before its end, so each call takes a token of its own. Go's margin is ten seconds: it takes one
# token for the three calls, and three where tokens live ten.
# Touches: test servers and gateways with short tokens: the token endpoint gets as many calls as the service, and rate limits bite.
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
cat > main.go <<'GO'
package main

import (
	"context"
	"os"

	"golang.org/x/oauth2/clientcredentials"
)

func main() {
	config := clientcredentials.Config{ClientID: "id", ClientSecret: "secret", TokenURL: os.Args[1] + "/token"}
	client := config.Client(context.Background())
	for range 3 {
		answer, err := client.Get(os.Args[1] + "/")
		if err != nil {
			panic(err)
		}
		answer.Body.Close()
	}
}
GO
{ go mod init finding && go get golang.org/x/oauth2@v0.38.0 && go build -o try-go .; } > /dev/null 2>&1 || { echo 'golang.org/x/oauth2 cannot be had'; exit 2; }
{ python3 -m venv .venv && .venv/bin/pip install -q authlib==1.9.10 httpx==0.28.1; } > /dev/null 2>&1 || { echo 'Authlib cannot be had'; exit 2; }
cat > try.py <<'PY'
import http.server, json, subprocess, sys, threading
from authlib.integrations.httpx_client import OAuth2Client

tokens = lifetime = 0

class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        global tokens
        tokens += 1
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer({"access_token": f"t{tokens}", "token_type": "Bearer", "expires_in": lifetime})
    def do_GET(self):
        self.answer({})
    def answer(self, fields):
        text = json.dumps(fields).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
    def log_message(self, *_):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}"

def authlib():
    client = OAuth2Client("id", "secret", token_endpoint=f"{url}/token", grant_type="client_credentials")
    client.fetch_token(f"{url}/token")
    for _ in range(3):
        client.get(f"{url}/")

def count(seconds, act):
    global tokens, lifetime
    tokens, lifetime = 0, seconds
    act()
    return tokens

go = lambda: subprocess.run(["./try-go", url], check=True)
seen = {"authlib 45 s": count(45, authlib), "authlib 300 s": count(300, authlib), "go 45 s": count(45, go), "go 10 s": count(10, go)}
print(seen)
sys.exit(0 if list(seen.values()) == [4, 1, 1, 3] else 1)
PY
.venv/bin/python try.py
