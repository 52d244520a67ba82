# Runs the steps of a generated client by name, and prints one line for each.
import datetime, os, sys, traceback

base, newer, client_id, secret = (os.environ[name] for name in ("BASE_URL", "NEW_URL", "CLIENT_ID", "CLIENT_SECRET"))
due = (datetime.date.today() + datetime.timedelta(days=20)).isoformat()

ORDER = {
    "order_type_code": "1004",
    "due_date": due,
    "loan": {"purpose": "refinance"},
    "property": {"address": {"postal_code": "78701"}, "type": "single_family", "occupancy": "primary_residence"},
    "borrowers": [
        {"role": "borrower", "first_name": "Sam", "last_name": "Sample",
         "contacts": [{"type": "phone", "role": "cell", "value": "+1 512 555 0100"}]}
    ],
}
PDF = b"%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n"


def same(found, wanted):
    if found != wanted:
        raise AssertionError(f"{found!r} instead of {wanted!r}")


def run(steps):
    for name, step in steps.items():
        try:
            step()
            print("ok", name)
        except Exception as error:
            if os.environ.get("TRACE"):
                traceback.print_exc()
            print("failed", name, type(error).__name__, " ".join(str(error).split())[:200])
    sys.stdout.flush()


def by_hand():
    """A token without the generated client, where that cannot get one."""
    import json, urllib.request
    body = json.dumps({"grant_type": "client_credentials", "client_id": client_id, "client_secret": secret}).encode()
    request = urllib.request.Request(base + "/oauth/token", body, {"content-type": "application/json"})
    return json.load(urllib.request.urlopen(request))["access_token"]


def link_parts(url):
    from urllib.parse import parse_qs, urlsplit
    query = parse_qs(urlsplit(url).query)
    return int(query["expires"][0]), query["signature"][0]
