import hashlib, hmac, json, os, re, time
from flask import Flask, abort, request

app = Flask(__name__)


def is_genuine(header: str, body: bytes) -> bool:
    found = re.fullmatch(r"t=(\d+),v1=([0-9a-f]{64})", header)
    if found is None or abs(time.time() - int(found[1])) > 300:
        return False
    signed = found[1].encode() + b"." + body
    expected = hmac.new(os.environ["LAB_SECRET"].encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, found[2])


@app.post("/hooks")
def receive():
    body = request.get_data()
    if not is_genuine(request.headers.get("X-Service-Signature", ""), body):
        abort(401)
    json.loads(body)
    return "", 204


app.run(host="127.0.0.1", port=int(os.environ["LAB_PORT"]))
