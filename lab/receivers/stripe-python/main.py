# The header of this contract has the form of Stripe's, so its library can check it.
import json, os
import stripe
from flask import Flask, request

app = Flask(__name__)


@app.post("/hooks")
def hook():
    body = request.get_data(as_text=True)
    try:
        stripe.WebhookSignature.verify_header(body, request.headers.get("X-Service-Signature"), os.environ["LAB_SECRET"], 300)
    except stripe.SignatureVerificationError:
        return "", 401
    json.loads(body)
    return "", 204


app.run("127.0.0.1", int(os.environ["LAB_PORT"]))
