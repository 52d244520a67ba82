# pytest with pytest-assay, with workers of pytest-xdist. Needs requests. Run: pytest -n 2 test_workers.py
import pytest
import requests


@pytest.fixture
def client(assay):
    granted = requests.post(
        f"{assay.sandbox_url}/oauth/token", auth=assay.credential(), data={"grant_type": "client_credentials"}
    )
    session = requests.Session()
    session.headers["Authorization"] = f"Bearer {granted.json()['access_token']}"
    return session


@pytest.mark.parametrize("number", range(4))
def test_no_test_sees_the_orders_of_another(assay, client, number):
    assert assay.control("GET", "/orders")["data"] == []
    assay.control("POST", "/orders/seed", {"statuses": ["new"], "count": 2})
    assert len(client.get(f"{assay.sandbox_url}/orders").json()["data"]) == 2


def test_time_moves_in_this_world_alone(assay, client):
    assay.advance(3600)
    expired = client.get(f"{assay.sandbox_url}/account")
    assert (expired.status_code, expired.json()["code"]) == (401, "token_expired")
    assay.expect_conforming()


def test_a_fault_ends_with_its_test(assay, client):
    assay.fault(kind="status", status=503, operation="getAccount")
    assert client.get(f"{assay.sandbox_url}/account").status_code == 503
