# pytest with requests. Run: npx assay exec --audit -- pytest test_lender.py
import os
import uuid

import pytest
import requests

SANDBOX = os.environ["ASSAY_SANDBOX_URL"]
CONTROL = os.environ["ASSAY_CONTROL_URL"]

ORDER = {
    "order_type_code": "1004",
    "due_date": "2099-01-15",
    "loan": {"purpose": "refinance", "number": "1001"},
    "property": {
        "address": {"street": "1 Main St", "postal_code": "78701"},
        "type": "single_family",
        "occupancy": "primary_residence",
    },
    "borrowers": [
        {
            "role": "borrower",
            "first_name": "Ann",
            "last_name": "Example",
            "contacts": [{"type": "phone", "role": "cell", "value": "+1 512 555 0100"}],
        }
    ],
}


@pytest.fixture(scope="session")
def client():
    credential = (os.environ["ASSAY_MAIN_CLIENT_ID"], os.environ["ASSAY_MAIN_CLIENT_SECRET"])
    granted = requests.post(f"{SANDBOX}/oauth/token", auth=credential, data={"grant_type": "client_credentials"})
    granted.raise_for_status()
    session = requests.Session()
    session.headers["Authorization"] = f"Bearer {granted.json()['access_token']}"
    # Before the first order: whose credential is it?
    account = session.get(f"{SANDBOX}/account").json()
    assert account["environment"] == "sandbox"
    assert account["lender"]["id"] == os.environ["ASSAY_MAIN_LENDER_ID"]
    assert account["lender"]["name"] == os.environ["ASSAY_MAIN_LENDER_NAME"]
    return session


def test_a_create_sent_again_places_one_order(client):
    key = {"Idempotency-Key": str(uuid.uuid4())}
    first = client.post(f"{SANDBOX}/orders", json=ORDER, headers=key)
    again = client.post(f"{SANDBOX}/orders", json=ORDER, headers=key)
    assert first.status_code == 201, first.text
    assert again.json()["id"] == first.json()["id"]


def test_a_delivered_report_can_be_read(client):
    order = client.post(f"{SANDBOX}/orders", json=ORDER, headers={"Idempotency-Key": str(uuid.uuid4())}).json()
    # The company's side: fixtures/control.yaml describes it.
    requests.post(f"{CONTROL}/orders/{order['id']}/deliver").raise_for_status()
    now = client.get(f"{SANDBOX}/orders/{order['id']}").json()
    assert now["status"]["code"] == "report_complete"
    assert {"report_pdf", "report_data"} <= {document["kind"] for document in now["documents"]}
