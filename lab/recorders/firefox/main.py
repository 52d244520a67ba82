import json, os, time
from marionette_driver.marionette import Marionette

api = os.environ["ASSAY_SANDBOX_URL"]
prefs = {"devtools.jsonview.enabled": False, "devtools.netmonitor.har.includeResponseBodies": True}
firefox = Marionette(bin="/usr/bin/firefox-esr", headless=True, prefs=prefs, port=int(os.environ["LAB_PORT"]))
firefox.start_session()
firefox.timeout.script = 300
firefox.navigate(f"{api}/ping")
with firefox.using_context("chrome"):
    firefox.execute_async_script(
        """
        const done = arguments[arguments.length - 1]
        const { require } = ChromeUtils.importESModule('resource://devtools/shared/loader/Loader.sys.mjs')
        const { gDevTools } = require('devtools/client/framework/devtools')
        gDevTools.showToolboxForTab(gBrowser.selectedTab, { toolId: 'netmonitor' }).then((shown) => {
          window.toolbox = shown
          done()
        })
        """
    )
given = [api, os.environ["ASSAY_MAIN_CLIENT_ID"], os.environ["ASSAY_MAIN_CLIENT_SECRET"], os.environ["LAB_DRAFT"]]
size, calls = firefox.execute_async_script(
    """
    const [api, id, secret, draft, done] = arguments
    let calls = 0
    const fetch = (...sent) => {
      calls += 1
      return window.fetch(...sent)
    }
    const order = async () => {
      const grant = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
      const { access_token } = await (await fetch(`${api}/oauth/token`, { method: 'POST', body: grant })).json()
      const call = async (method, path, body, headers = {}) => {
        const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
        const sent = { method, body, headers: { authorization: `Bearer ${access_token}`, ...headers, ...type } }
        const answer = await fetch(`${api}${path}`, sent).catch(() => undefined)
        if (answer?.status < 500) return answer.json()
        await new Promise((resolve) => setTimeout(resolve, 500 + 500 * Math.random()))
        return call(method, path, body, headers)
      }
      await call('GET', '/account')
      await call('GET', '/order-types')
      const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('')
      const { id: order } = await call('POST', '/orders', draft, { 'idempotency-key': key })
      await call('GET', `/orders/${order}`)
      await call('GET', '/orders?status=new,on_hold')
      const letter = new FormData()
      letter.set('kind', 'supporting')
      letter.set('file', new Blob(['%PDF-1.4\\n%%EOF\\n'], { type: 'application/pdf' }), 'letter.pdf')
      await call('POST', `/orders/${order}/documents`, letter)
      await call('POST', `/sandbox/orders/${order}/advance`, JSON.stringify({ to_status: 'report_complete' }))
      const { data } = await call('GET', `/orders/${order}/documents`)
      const { download } = await call('GET', `/documents/${data[0].id}`)
      return (await (await fetch(download.url)).blob()).size
    }
    order().then((size) => done([size, calls]), (error) => done([`${error}`, calls]))
    """,
    script_args=given,
)
print(size, "bytes")
# The panel shows a request some time after it was answered.
for _ in range(100):
    with firefox.using_context("chrome"):
        log = firefox.execute_async_script(
            """
            const done = arguments[arguments.length - 1]
            window.toolbox.getHARFromNetMonitor().then(done, (error) => done({ entries: [], error: `${error}` }))
            """
        )
    answered = [entry for entry in log["entries"] if entry["response"]["status"] > 0]
    # One answer is lost.
    if len(log["entries"]) >= calls and len(answered) >= calls - 1:
        break
    time.sleep(0.2)
with open("traffic.har", "w") as file:
    json.dump({"log": log}, file)
firefox.quit()
