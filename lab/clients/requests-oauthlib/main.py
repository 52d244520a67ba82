import json, os, uuid
import requests
from oauthlib.oauth2 import BackendApplicationClient
from requests.auth import HTTPBasicAuth
from requests_oauthlib import OAuth2Session
from tenacity import retry, retry_if_exception, stop_after_attempt, wait_random_exponential

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
API = os.environ["ASSAY_SANDBOX_URL"]
client_id, secret = os.environ["ASSAY_MAIN_CLIENT_ID"], os.environ["ASSAY_MAIN_CLIENT_SECRET"]
http = OAuth2Session(client=BackendApplicationClient(client_id=client_id))


def sign_in():
    http.fetch_token(f"{API}/oauth/token", auth=HTTPBasicAuth(client_id, secret))


def passes(error):
    if isinstance(error, requests.HTTPError):
        return error.response.status_code in (429, 500, 503)
    return isinstance(error, requests.RequestException)


waits = wait_random_exponential(multiplier=0.2, max=60)


@retry(retry=retry_if_exception(passes), wait=waits, stop=stop_after_attempt(7), reraise=True)
def call(method, url, **given):
    answer = http.request(method, url, **given)
    answer.raise_for_status()
    return answer


def step(name, action):
    try:
        return action()
    except requests.RequestException as error:
        print(f"{name}: {error}")


sign_in()
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
