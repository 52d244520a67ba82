#!/usr/bin/env bash
# dlt 1.30.0 (PyPI): RESTClient reads a list page by page, and finds out by itself how a service pages where no paginator is named.
# Guess: a list of `{data, page, per_page, total, total_pages}`, whose pages count from 1, is read once from end to end, or dlt refuses a list that it
#   does not know.
# Seen: it takes the list for one with page numbers, and counts from 0: after the first answer it asks for page 1, which it has, and stops before the
#   last. Of five orders on three pages the first two come twice and the fifth never. It ends well, with the general warning that a paginator that was
#   found out may be wrong. With PageNumberPaginator(base_page=1, total_path="total_pages") it asks for three pages and has the five orders.
# Touches: whoever loads orders into a warehouse so: each page seems full, the newest orders are there twice, and the oldest are missing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
{ python3 -m venv v && v/bin/pip install -q dlt==1.30.0; } > /dev/null 2>&1 || { echo 'dlt 1.30.0 cannot be had'; exit 2; }
cat > try.py <<'PY'
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from dlt.sources.helpers.rest_client import RESTClient
from dlt.sources.helpers.rest_client.paginators import PageNumberPaginator

asked = []
orders = [{"id": f"ord_{number}"} for number in range(1, 6)]


class Service(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        page = int(parse_qs(urlsplit(self.path).query).get("page", ["1"])[0])
        asked.append(self.path)
        body = {"data": orders[(page - 1) * 2 : page * 2], "page": page, "per_page": 2, "total": 5, "total_pages": 3}
        text = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
threading.Thread(target=server.serve_forever, daemon=True).start()
seen = []
for name, paginator in (("found out", None), ("named", PageNumberPaginator(base_page=1, total_path="total_pages"))):
    asked.clear()
    client = RESTClient(f"http://127.0.0.1:{server.server_port}", paginator=paginator)
    found = " ".join(order["id"] for page in client.paginate("/orders") for order in page)
    print(f"{name}: asked {' '.join(asked)}\n  had {found}")
    seen.append(found)
sys.exit(0 if seen == ["ord_1 ord_2 ord_1 ord_2 ord_3 ord_4", "ord_1 ord_2 ord_3 ord_4 ord_5"] else 1)
PY
HOME=$folder v/bin/python try.py
