import json, os, uuid
import requests
from requests.adapters import HTTPAdapter
from requests_oauth2client import OAuth2Client, OAuth2ClientCredentialsAuth
from urllib3.util import Retry

API = os.environ["ASSAY_SANDBOX_URL"]
credentials = (os.environ["ASSAY_MAIN_CLIENT_ID"], os.environ["ASSAY_MAIN_CLIENT_SECRET"])
client = OAuth2Client(f"{API}/oauth/token", auth=credentials, testing=True)
http = requests.Session()
http.mount("http://", HTTPAdapter(max_retries=Retry(total=6)))
http.auth = OAuth2ClientCredentialsAuth(client)


def call(method, url, **given):
    answer = http.request(method, url, **given)
    answer.raise_for_status()
    return answer


def step(name, action):
    try:
        return action()
    except requests.RequestException as error:
        print(f"{name}: {error}")


print(call("GET", f"{API}/account").json()["lender"]["id"])
call("GET", f"{API}/order-types")
key = {"Idempotency-Key": str(uuid.uuid4())}
created = step("create", lambda: call("POST", f"{API}/orders", json=json.loads(os.environ["LAB_DRAFT"]), headers=key))
if created is not None:
    order = f"{API}/orders/{created.json()['id']}"
    step("read", lambda: call("GET", order))
    step("list", lambda: call("GET", f"{API}/orders", params={"status": ["new", "on_hold"], "per_page": 10}))
    step("types", lambda: call("GET", f"{API}/order-types", params={"has_adu": True}))
    message = {"recipient": "manager", "subject": "Access", "body": "The key is with the agent.", "document_ids": []}
    step("message", lambda: call("POST", f"{order}/messages", json=message))
    call("POST", f"{API}/sandbox/orders/{created.json()['id']}/advance", json={"to_status": "report_complete"})
    document = call("GET", f"{order}/documents").json()["data"][0]["id"]
    link = call("GET", f"{API}/documents/{document}").json()["download"]["url"]
    print(len(call("GET", link).content), "bytes")
