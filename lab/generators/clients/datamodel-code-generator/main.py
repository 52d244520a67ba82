# The tool makes models alone: what is sent and taken goes through them, by a client of the standard library.
import json, urllib.request
from uuid import uuid4
import models
from steps import ORDER, base, client_id, newer, run, same, secret

kept = {}


def call(method, path, body=None, token=None, base=base):
    headers = {"content-type": "application/json", "idempotency-key": str(uuid4())}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = body.model_dump_json(exclude_unset=True).encode() if body else None
    return urllib.request.urlopen(urllib.request.Request(base + path, data, headers, method=method)).read()


def token():
    body = models.TokenJsonRequest(grant_type="client_credentials", client_id=client_id, client_secret=secret)
    kept["token"] = models.TokenResponse.model_validate_json(call("POST", "/oauth/token", body)).access_token


def place():
    answer = call("POST", "/orders", models.CreateOrderRequest.model_validate(ORDER), kept["token"])
    kept["order"] = models.Order.model_validate_json(answer)
    same(kept["order"].dates.completed_at, None)


def read():
    kept["id"] = json.loads(kept["order"].model_dump_json())["id"]
    models.Order.model_validate_json(call("GET", f"/orders/{kept['id']}", token=kept["token"]))


def list_orders():
    models.OrderList.model_validate_json(call("GET", "/orders", token=kept["token"]))


def feed():
    page = models.EventFeed.model_validate_json(call("GET", f"/events?order_id={kept['id']}", token=kept["token"]))
    same(json.loads(page.model_dump_json())["data"][0]["type"], "order.created")


def event():
    models.OrderCreatedEvent.model_validate_json(open("event.json").read())


def new_field():
    models.Order.model_validate_json(call("GET", f"/orders/{kept['id']}", token=kept["token"], base=newer))


run(dict(token=token, place=place, read=read, list=list_orders, feed=feed, event=event, new_field=new_field))
