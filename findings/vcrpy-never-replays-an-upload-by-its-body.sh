#!/usr/bin/env bash
# vcrpy 9.4.2 with requests 2.34.2. A cassette is told to compare bodies (`match_on` with `body`), so that a test shows that a program sends
# what it sent before.
# Guess: the same upload of the same file is found in the cassette again, as the same JSON is: bodies are compared by their meaning, whatever the
# order of members or fields.
# Seen: JSON and forms are, and an upload never is: the boundary between its parts is drawn anew for each request, and multipart bodies are
# compared byte by byte.
# Touches: tests of a client that uploads documents: they pass while they record, and fail from the second run on, though nothing changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
{ python3 -m venv v && v/bin/pip install -q vcrpy==9.4.2 requests==2.34.2; } > /dev/null 2>&1 || { echo 'vcrpy 9.4.2 cannot be had'; exit 2; }
cat > try.py <<'PY'
import sys, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
import requests, vcr
from vcr.errors import CannotOverwriteExistingCassetteException

class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers['Content-Length']))
        self.send_response(201)
        self.send_header('Content-Length', '0')
        self.end_headers()
    def log_message(self, *args): pass

server = ThreadingHTTPServer(('127.0.0.1', 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
api = f'http://127.0.0.1:{server.server_port}'

def send(name, **given):
    try:
        with vcr.use_cassette(f'{name}.yaml', match_on=['method', 'uri', 'body']):
            return requests.post(f'{api}/{name}', **given).status_code
    except CannotOverwriteExistingCassetteException:
        return 'not found in the cassette'

letter = {'file': ('letter.pdf', b'%PDF-1.4', 'application/pdf')}
json = [send('orders', json={'a': 1, 'b': 2}), send('orders', json={'b': 2, 'a': 1})]
upload = [send('documents', files=letter), send('documents', files=letter)]
print('JSON, recorded and again:', *json)
print('upload, recorded and again:', *upload)
sys.exit(0 if json == [201, 201] and upload == [201, 'not found in the cassette'] else 1)
PY
v/bin/python try.py
