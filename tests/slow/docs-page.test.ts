// The page /docs in a real browser: its operations can be read and tried with each credential, and it loads nothing from elsewhere.
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { inBrowser, openUrl, overflow } from '../browser.ts'
import { startSimulator, type StartOptions } from '../../simulator/start/start-simulator.ts'

const openDocs = async (t: Test, options: StartOptions = {}, width = 1280) => {
  const simulator = await startSimulator({ clock: { mode: 'manual' }, ...options })
  t.teardown(() => simulator.close())
  const opened = await openUrl(t, `${simulator.controlUrl}/docs`, { viewport: { width, height: 900 } })
  await opened.page.waitForSelector('output:has-text("with a token of")')
  return { simulator, ...opened }
}

/** Opens an operation, fills in what is given, and sends it. @returns the status that the page shows, and its body */
const tryIt = async (page: Page, operation: string, body?: object): Promise<[status: string, body: string]> => {
  const block = `#operations-${operation}`
  await page.click(`${block} .opblock-summary-control`)
  if (body) await page.fill(`${block} textarea.body-param__text`, JSON.stringify(body))
  await page.click(`${block} .execute`)
  await page.waitForSelector(`${block} .live-responses-table .response-col_status`)
  const status = await page.textContent(`${block} .live-responses-table tbody .response-col_status`)
  const answer = await page.textContent(`${block} .live-responses-table .response-col_description .highlight-code`)
  return [status!.trim().slice(0, 3), answer ?? '']
}

inBrowser('an operation is read and tried, and nothing comes from elsewhere', async (t) => {
  const { simulator, page, requests, troubles } = await openDocs(t)
  await page.locator('.opblock').nth(20).waitFor()
  const { credentials } = simulator.profile()
  const [status, answer] = await tryIt(page, 'account-getAccount')
  t.equal(status, '200')
  t.match(answer, credentials.main.lender_name)
  const [entry] = simulator.journal.entries().slice(-1)
  t.match(JSON.stringify(entry), 'getAccount')
  const curl = await page.textContent('#operations-account-getAccount .curl-command')
  t.match(curl, simulator.sandboxUrl, 'what is copied calls the service itself')
  t.strictSame(
    requests.filter((url) => !url.startsWith(simulator.controlUrl) && !url.startsWith('data:')),
    [],
  )
  t.strictSame(troubles, [], 'the policy of the page forbids nothing that it does')
})

inBrowser('an order is placed as it is shown, by each credential from the catalog of its company', async (t) => {
  const { simulator, page } = await openDocs(t)
  const { main, other_company } = simulator.profile().credentials
  for (const [role, { client_id }] of Object.entries({ main, other_company: other_company! })) {
    await page.selectOption('[name=role]', role)
    await page.waitForSelector(`output:has-text("with a token of ${client_id}")`)
    const [status, answer] = await tryIt(page, 'orders-createOrder')
    t.equal(status, '201', answer)
    await page.click('#operations-orders-createOrder .opblock-summary-control')
  }
})

inBrowser('another credential gets its own token and address', async (t) => {
  const { simulator, page, troubles } = await openDocs(t, {}, 390)
  t.equal(await overflow(page), 0)
  await page.selectOption('[name=role]', 'production')
  await page.waitForSelector(`output:has-text("${simulator.productionUrl}")`)
  const [status] = await tryIt(page, 'account-getAccount')
  t.equal(status, '200')
  t.match(JSON.stringify(simulator.journal.entries().at(-1)), simulator.productionUrl)
  t.equal(await overflow(page), 0, 'nor when an operation is open')
  t.strictSame(troubles, [])
})

inBrowser('a control port with a token says where to give it, and calls with it', async (t) => {
  const controlToken = 'a-token-of-this-test-alone-0123456789'
  const simulator = await startSimulator({ clock: { mode: 'manual' }, controlToken })
  t.teardown(() => simulator.close())
  const { page } = await openUrl(t, `${simulator.controlUrl}/docs`)
  await page.waitForSelector('output:has-text("open the console first")')
  await page.goto(`${simulator.controlUrl}/docs#token=${controlToken}`)
  await page.reload()
  await page.waitForSelector('output:has-text("with a token of")')
  const [status] = await tryIt(page, 'account-getAccount')
  t.equal(status, '200')
})
