import json, os, random, signal, socket, subprocess, sys, time, uuid
import requests

API = os.environ["ASSAY_SANDBOX_URL"]
PORT = os.environ["LAB_PORT"]
mitmdump = [os.path.join(os.path.dirname(sys.executable), "mitmdump"), "-q", "--listen-host", "127.0.0.1", "-p", PORT]
recorder = subprocess.Popen([*mitmdump, "--set", "hardump=traffic.har", "--set", "confdir=mitmproxy"])
while socket.socket().connect_ex(("127.0.0.1", int(PORT))) != 0:
    time.sleep(0.1)
http = requests.Session()
http.proxies = {"http": f"http://127.0.0.1:{PORT}"}
http.trust_env = False
grant = {"grant_type": "client_credentials"}
credentials = (os.environ["ASSAY_MAIN_CLIENT_ID"], os.environ["ASSAY_MAIN_CLIENT_SECRET"])
token = http.post(f"{API}/oauth/token", auth=credentials, data=grant).json()["access_token"]


def call(method, path, headers={}, **given):
    try:
        answer = http.request(method, f"{API}{path}", headers={"Authorization": f"Bearer {token}", **headers}, **given)
    except requests.ConnectionError:
        answer = None
    if answer is not None and answer.status_code < 500:
        return answer.json()
    time.sleep(random.uniform(0.5, 1))
    return call(method, path, headers, **given)


call("GET", "/account")
call("GET", "/order-types")
draft = json.loads(os.environ["LAB_DRAFT"])
order = call("POST", "/orders", {"Idempotency-Key": str(uuid.uuid4())}, json=draft)["id"]
call("GET", f"/orders/{order}")
call("GET", "/orders?status=new,on_hold")
letter = ("letter.pdf", b"%PDF-1.4\n%%EOF\n", "application/pdf")
call("POST", f"/orders/{order}/documents", data={"kind": "supporting"}, files={"file": letter})
call("POST", f"/sandbox/orders/{order}/advance", json={"to_status": "report_complete"})
document = call("GET", f"/orders/{order}/documents")["data"][0]["id"]
link = call("GET", f"/documents/{document}")["download"]["url"]
print(len(http.get(link).content), "bytes")
recorder.send_signal(signal.SIGINT)
recorder.wait()
