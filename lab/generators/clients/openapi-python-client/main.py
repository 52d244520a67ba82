import json
from io import BytesIO
from uuid import uuid4
from steps import ORDER, PDF, base, by_hand, client_id, link_parts, newer, run, same, secret
from appraisal import AuthenticatedClient, Client, models
from appraisal.types import File

kept = {"client": None}


def token():
    from appraisal.api.authentication import request_token
    body = models.TokenJsonRequest.from_dict(
        {"grant_type": "client_credentials", "client_id": client_id, "client_secret": secret})
    same(request_token.sync(client=Client(base), body=body).token_type, "Bearer")


def place():
    from appraisal.api.orders import create_order
    kept["client"] = AuthenticatedClient(base, by_hand())
    body = models.CreateOrderRequest.from_dict(ORDER)
    kept["order"] = create_order.sync(client=kept["client"], body=body, idempotency_key=str(uuid4()))
    same(kept["order"].status.code, "new")
    same(kept["order"].lender_reference, None)
    same(kept["order"].dates.completed_at, None)


def read():
    from appraisal.api.orders import get_order
    same(get_order.sync(kept["order"].id, client=kept["client"]).id, kept["order"].id)


def list_orders():
    from appraisal.api.orders import list_orders
    status = [models.StatusCodeInput.NEW]
    page = list_orders.sync(client=kept["client"], status=status, per_page=100)
    same(kept["order"].id in [one.id for one in page.data], True)


def statuses():
    from appraisal.api.orders import list_orders
    status = [models.StatusCodeInput.NEW, models.StatusCodeInput.PENDING_REVIEW]
    page = list_orders.sync(client=kept["client"], status=status, per_page=100)
    same(kept["order"].id in [one.id for one in page.data], True)


def upload():
    from appraisal.api.documents import upload_document
    body = models.UploadDocumentRequest(
        kind=models.UploadDocumentRequestKind.SUPPORTING, file=File(BytesIO(PDF), "sales.pdf", "application/pdf"))
    kept["document"] = upload_document.sync(kept["order"].id, client=kept["client"], body=body)
    same((kept["document"].filename, kept["document"].size_bytes), ("sales.pdf", len(PDF)))


def download():
    from appraisal.api.documents import download_document, get_document
    detail = get_document.sync(kept["document"].id, client=kept["client"])
    expires, signature = link_parts(detail.download.url)
    file = download_document.sync(detail.id, client=Client(base), expires=expires, signature=signature)
    same(file.payload.read(), PDF)


def feed():
    from appraisal.api.events import list_events
    from appraisal.types import UNSET
    types, after = [], UNSET
    while True:
        page = list_events.sync(client=kept["client"], after=after, per_page=2, order_id=kept["order"].id)
        types += [(one.type_, one.data.order_number, one.delivery.status) for one in page.data]
        after = page.next_cursor
        if after is None:
            break
    same(types[0][:2], ("order.created", kept["order"].order_number))


def refusal():
    from appraisal.api.sandbox import advance_order
    body = models.AdvanceOrderRequest(to_status=models.StatusCodeInput.OFF_HOLD)
    answer = advance_order.sync_detailed(kept["order"].id, client=kept["client"], body=body)
    same((int(answer.status_code), answer.parsed.code), (409, "action_not_allowed_in_status"))


def event():
    same(models.OrderCreatedEvent.from_dict(json.load(open("event.json"))).data.order_type.report_format, "uad_3_6")


def new_field():
    from appraisal.api.orders import get_order
    later = AuthenticatedClient(newer, kept["client"].token)
    same(get_order.sync(kept["order"].id, client=later).order_type.code, "1004")


run(dict(token=token, place=place, read=read, list=list_orders, statuses=statuses, upload=upload, download=download, feed=feed,
         refusal=refusal, event=event, new_field=new_field))
