from uuid import uuid4
import openapi_client as api
from openapi_client.rest import ApiException
from steps import ORDER, PDF, base, by_hand, client_id, link_parts, newer, run, same, secret

configuration = api.Configuration(host=base)
client = api.ApiClient(configuration)
kept = {}


def token():
    answer = api.AuthenticationApi(client).request_token(
        grant_type="client_credentials", client_id=client_id, client_secret=secret,
        _content_type="application/x-www-form-urlencoded")
    same(answer.token_type, "Bearer")
    configuration.access_token = answer.access_token


def place():
    if configuration.access_token is None:
        configuration.access_token = by_hand()
    kept["order"] = api.OrdersApi(client).create_order(str(uuid4()), api.CreateOrderRequest.from_dict(ORDER))
    same(kept["order"].status.code, "new")
    same(kept["order"].lender_reference, None)
    same(kept["order"].dates.completed_at, None)


def read():
    same(api.OrdersApi(client).get_order(kept["order"].id).id, kept["order"].id)


def list_orders():
    page = api.OrdersApi(client).list_orders(status=["new"], per_page=100)
    same(kept["order"].id in [one.id for one in page.data], True)


def statuses():
    page = api.OrdersApi(client).list_orders(status=["new", "pending_review"], per_page=100)
    same(kept["order"].id in [one.id for one in page.data], True)


def upload():
    kept["document"] = api.DocumentsApi(client).upload_document(
        kept["order"].id, "supporting", ("sales.pdf", PDF), purpose="other")
    same((kept["document"].filename, kept["document"].size_bytes), ("sales.pdf", len(PDF)))


def download():
    detail = api.DocumentsApi(client).get_document(kept["document"].id)
    expires, signature = link_parts(detail.download.url)
    same(bytes(api.DocumentsApi(client).download_document(expires, signature, detail.id)), PDF)


def feed():
    types, after = [], None
    while True:
        page = api.EventsApi(client).list_events(after=after, per_page=2, order_id=kept["order"].id)
        types += [(one.type, one.data.order_number, one.delivery.status) for one in page.data]
        after = page.next_cursor
        if after is None:
            break
    same(types[0][:2], ("order.created", kept["order"].order_number))


def refusal():
    try:
        api.SandboxApi(client).advance_order(kept["order"].id, api.AdvanceOrderRequest(to_status="off_hold"))
    except ApiException as error:
        same((error.status, error.data.code), (409, "action_not_allowed_in_status"))
        return
    raise AssertionError("no refusal")


def event():
    same(api.OrderCreatedEvent.from_json(open("event.json").read()).data.order_type.report_format, "uad_3_6")


def new_field():
    later = api.ApiClient(api.Configuration(host=newer, access_token=configuration.access_token))
    same(api.OrdersApi(later).get_order(kept["order"].id).order_type.code, "1004")


run(dict(token=token, place=place, read=read, list=list_orders, statuses=statuses, upload=upload, download=download, feed=feed,
         refusal=refusal, event=event, new_field=new_field))
