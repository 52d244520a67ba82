import asyncio, json, os, uuid
import aiohttp
from aiohttp_retry import ExponentialRetry, RetryClient

API = os.environ["ASSAY_SANDBOX_URL"]
http: RetryClient


async def sign_in():
    credentials = aiohttp.BasicAuth(os.environ["ASSAY_MAIN_CLIENT_ID"], os.environ["ASSAY_MAIN_CLIENT_SECRET"])
    async with aiohttp.ClientSession(auth=credentials) as session:
        answer = await session.post(f"{API}/oauth/token", data={"grant_type": "client_credentials"})
        return {"Authorization": f"Bearer {(await answer.json())['access_token']}"}


async def call(method, url, **given):
    async with http.request(method, url, **given) as answer:
        answer.raise_for_status()
        return await answer.json()


async def step(name, action):
    try:
        return await action
    except aiohttp.ClientError as error:
        print(f"{name}: {error}")


async def main():
    global http
    retries = ExponentialRetry(attempts=7, statuses={429})
    async with RetryClient(retry_options=retries, headers=await sign_in()) as http:
        print((await call("GET", f"{API}/account"))["lender"]["id"])
        await call("GET", f"{API}/order-types")
        key = {"Idempotency-Key": str(uuid.uuid4())}
        draft = json.loads(os.environ["LAB_DRAFT"])
        created = await step("create", call("POST", f"{API}/orders", json=draft, headers=key))
        if created is None:
            return
        order = f"{API}/orders/{created['id']}"
        await step("read", call("GET", order))
        await step("list", call("GET", f"{API}/orders", params={"status": ["new", "on_hold"], "per_page": 10}))
        await step("types", call("GET", f"{API}/order-types", params={"has_adu": "true"}))
        message = {"recipient": "manager", "subject": "Access", "body": "The key is with the agent.", "document_ids": []}
        await step("message", call("POST", f"{order}/messages", json=message))
        advance = {"to_status": "report_complete"}
        await call("POST", f"{API}/sandbox/orders/{created['id']}/advance", json=advance)
        document = (await call("GET", f"{order}/documents"))["data"][0]["id"]
        link = (await call("GET", f"{API}/documents/{document}"))["download"]["url"]
        async with http.get(link) as answer:
            print(len(await answer.read()), "bytes")


asyncio.run(main())
