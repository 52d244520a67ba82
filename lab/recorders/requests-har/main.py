import json, os, random, time, uuid
import requests
from requests_har import HarDict

API = os.environ["ASSAY_SANDBOX_URL"]
har = HarDict()
http = requests.Session()
http.hooks["response"] = har.on_response
credentials = (os.environ["ASSAY_MAIN_CLIENT_ID"], os.environ["ASSAY_MAIN_CLIENT_SECRET"])
token = http.post(f"{API}/oauth/token", auth=credentials, data={"grant_type": "client_credentials"}).json()
http.headers["Authorization"] = f"Bearer {token['access_token']}"


def call(method, path, **given):
    try:
        answer = http.request(method, f"{API}{path}", **given)
        if answer.status_code < 500:
            return answer.json()
    except requests.ConnectionError:
        pass
    time.sleep(0.5 + 0.5 * random.random())
    return call(method, path, **given)


call("GET", "/account")
call("GET", "/order-types")
order = call("POST", "/orders", json=json.loads(os.environ["LAB_DRAFT"]), headers={"Idempotency-Key": str(uuid.uuid4())})["id"]
call("GET", f"/orders/{order}")
call("GET", "/orders?status=new,on_hold")
letter = {"file": ("letter.pdf", b"%PDF-1.4\n%%EOF\n", "application/pdf")}
call("POST", f"/orders/{order}/documents", data={"kind": "supporting"}, files=letter)
call("POST", f"/sandbox/orders/{order}/advance", json={"to_status": "report_complete"})
document = call("GET", f"/orders/{order}/documents")["data"][0]["id"]
link = call("GET", f"/documents/{document}")["download"]["url"]
print(len(requests.get(link, hooks={"response": har.on_response}).content), "bytes")
with open("traffic.har", "w") as file:
    json.dump(har, file)
