"""The smallest control port: the clock of a server under test, which can be read and moved forward. `python3 clock.py 4011`

The server asks `now()` wherever it would ask for the time of the day, and `on_moved` runs what fell due meanwhile.
"""
import json
import sys
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ahead = timedelta()


def now():
    """What the server takes for the time: of orders, events, tokens, links, keys and retries."""
    return datetime.now(timezone.utc) + ahead


def on_moved():
    """Put in what your server does when time has passed: retries, the end of a hold, and so on."""


class ControlPort(BaseHTTPRequestHandler):
    def answer(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def refuse(self, status, code, message):
        self.answer(status, {"code": code, "message": message, "details": []})

    def handle_call(self):
        global ahead
        host, size = self.headers.get("Host", "").rsplit(":", 1)[0], int(self.headers.get("Content-Length", 0))
        body, call = self.rfile.read(size), f"{self.command} {self.path.split('?')[0]}"
        # On this machine alone, and for no page of a browser.
        if host not in ("127.0.0.1", "localhost") or "Origin" in self.headers:
            return self.refuse(403, "forbidden", "The control port answers programs on this machine alone.")
        time = lambda: now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
        if call == "GET /clock":
            return self.answer(200, {"now": time(), "mode": "real", "upcoming": []})
        # Whatever else fixtures/control.yaml has is not offered: assay does not test what needs it.
        if call != "POST /clock/advance":
            return self.refuse(404, "not_found", f"This port has no {call}.")
        try:
            seconds = json.loads(body)["seconds"]
            ahead += timedelta(seconds=seconds if seconds >= 0 else None)
        except (KeyError, TypeError, ValueError):
            return self.refuse(422, "unusable", 'seconds must be a number from 0 on; send {"seconds": 60}.')
        on_moved()
        return self.answer(200, {"now": time(), "fired": []})

    do_GET = do_POST = handle_call
    log_message = lambda self, *_: None


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 4011), ControlPort)
print(f"control_url: http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
