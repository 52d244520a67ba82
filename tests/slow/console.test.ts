// The console in a real browser: every page at two widths and in both colours, by keyboard, live, with texts that mean harm, and 10,000 orders.
// Silent for up to 300 s.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import t from 'tap'
import { focused, hashComes, inBrowser, overflow, unfold, violationsShown } from '../browser.ts'
import { type Bench, hostile, shownText, startBench } from '../console.ts'

const receiver = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(500).end(hostile.markup))
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
t.teardown(() => receiver.close())

const hook = {
  url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
  secret: 'x'.repeat(40),
  events: ['*'],
}

/** An order with something in each of its parts; all that a lender can word means harm. */
const fillOrder = async ({ control, lender, place }: Bench): Promise<string> => {
  const name = { first_name: hostile.markup, last_name: hostile.turned }
  const contacts = [{ type: 'phone', role: 'cell', value: '1' }]
  const id = await place({
    lender_reference: hostile.turned,
    borrowers: [{ role: 'borrower', ...name, contacts }],
    appraiser_instructions: hostile.long,
  })
  await control('POST', `/orders/${id}/assign`, { name: hostile.markup })
  await control('POST', `/orders/${id}/deliver`, {})
  await lender('POST', `/orders/${id}/revision-requests`, { kind: 'correction', reason: hostile.markup })
  await lender('POST', `/orders/${id}/messages`, { recipient: 'manager', subject: hostile.long, body: hostile.markup })
  return id
}

const eventOf = async ({ control }: Bench, id: string, type: string): Promise<string> =>
  (await control('GET', `/events?order_id=${id}&type=${type}`)).data[0].id

const ready = (page: Page) => page.waitForSelector('main:not(:has([aria-busy=true])) h1')

inBrowser(
  'every page is accessible and fits, in light and dark, wide and narrow, and runs nothing of a client',
  async (t) => {
    const bench = await startBench(t)
    await bench.control('PUT', '/lenders/len_bluestem/webhooks/sandbox', hook)
    const id = await fillOrder(bench)
    await bench.simulator.idle()
    const pages = [
      'orders',
      `orders/${id}`,
      'events',
      `events/${await eventOf(bench, id, 'order.message_posted').catch(() => eventOf(bench, id, 'order.created'))}`,
      'clock',
      'credentials',
    ]
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const)
      for (const hash of pages) {
        const { page, troubles, requests } = await bench.visit(t, hash, {
          colorScheme,
          viewport: { width, height: 900 },
        })
        await ready(page)
        await unfold(page)
        t.strictSame(await violationsShown(page), [], `${hash}, ${colorScheme}: accessible`)
        t.equal(await overflow(page), 0, `${hash}, ${width} px: nothing sticks out`)
        t.strictSame(troubles, [], `${hash}: nothing is run or refused`)
        const origin = new URL(bench.simulator.controlUrl).origin
        t.strictSame(
          requests.filter((url) => !url.startsWith(origin) && !url.startsWith('data:')),
          [],
          'nothing from elsewhere',
        )
        t.equal(await page.locator('main img, main script').count(), 0)
        t.notMatch(await shownText(page), /[\u202A-\u202E\u200B]/, 'no character turns the text around')
        await page.context().close()
      }
  },
)

inBrowser('what a client words is shown letter by letter', async (t) => {
  const bench = await startBench(t)
  const id = await fillOrder(bench)
  const { page } = await bench.visit(t, `orders/${id}`)
  await ready(page)
  const text = await shownText(page)
  for (const part of [hostile.markup, hostile.long, 'abc⟨U+202E⟩gnp.exe⟨U+202C⟩⟨U+200B⟩'])
    t.ok(text.includes(part), part.slice(0, 40))
  t.equal(await page.locator('main img, main script').count(), 0, 'no markup of a client is markup here')
  for (const part of ['.facts', '.request .body', '.message .body'])
    t.ok((await page.textContent(part))?.includes(hostile.markup), `${part} has it whole`)
})

inBrowser('on a phone the graph begins where the order stands, and an attempt without an answer says so', async (t) => {
  const bench = await startBench(t)
  await bench.control('PUT', '/lenders/len_bluestem/webhooks/sandbox', { ...hook, url: 'http://127.0.0.1:9/' })
  const id = await bench.place()
  await bench.lender('POST', `/sandbox/orders/${id}/advance`, { to_status: 'report_complete' })
  await bench.simulator.idle()
  const { page } = await bench.visit(t, `orders/${id}`, { viewport: { width: 390, height: 900 } })
  await page.waitForSelector('.node.now')
  const [from, to] = (await page.evaluate(
    `[document.querySelector('.life .scroll'), document.querySelector('.node.now')].map((one) => one.getBoundingClientRect().right)`,
  )) as [number, number]
  t.ok(to <= from, 'the status is in sight')
  await page.goto(`${bench.simulator.controlUrl}/#/events`)
  await ready(page)
  t.match(await page.textContent('td[data-head=Answer]'), 'none')
})

inBrowser('the company is played: moves by button, refusals with their rule, answers to requests', async (t) => {
  const bench = await startBench(t)
  const id = await bench.place()
  const { page, troubles } = await bench.visit(t, `orders/${id}`)
  const statusIs = (label: string) => page.waitForSelector(`h1 .status:has-text("${label}")`)
  await statusIs('New Order')
  await page.fill('[name=appraiser]', 'Ana Ruiz')
  await page.click('button:has-text("Assign the appraiser")')
  await statusIs('Appraiser Assigned')
  t.match(await shownText(page), /Ana Ruiz/)
  await page.fill('[name=note]', 'waits for access')
  await page.click('button:has-text("Put on hold")')
  await statusIs('On Hold')
  await page.click('summary:has-text("moves are refused now")')
  t.match(await page.textContent('main'), /An order on hold is not worked on; resume it first\./)
  await page.click('summary:has-text("The lender:")')
  t.match(await page.textContent('main'), /actions\.hold-refused-in-on-hold/)
  t.match((await bench.control('GET', `/events?order_id=${id}&type=order.on_hold`)).data[0].data, {
    reason: 'waits for access',
  })
  await bench.simulator.advance(1)
  await page.click('button:has-text("Resume")')
  await bench.simulator.advance(600)
  await statusIs('Appraiser Assigned')
  await page.click('button:has-text("Deliver the report")')
  await statusIs('Report Complete')
  await bench.lender('POST', `/orders/${id}/revision-requests`, { kind: 'correction', reason: 'the basement' })
  await page.waitForSelector('.request:has-text("the basement")')
  await page.fill('.request [name=body]', 'we look at it')
  await page.click('.request button:has-text("Accept")')
  await page.waitForSelector('.request .tag:has-text("accepted")')
  await page.click('.request button:has-text("Deliver a revised report")')
  await statusIs('Revised Report Completed')
  await page.fill('textarea[name=body]', 'It is done.')
  await page.click('button:has-text("Post the message")')
  await page.waitForSelector('.message:has-text("It is done.")')
  await page.fill('[name=fee]', '1')
  await page.click('button:has-text("Change the fee")')
  await page.waitForSelector('.refusal:has-text("422")')
  t.match(await page.textContent('.refusal'), /unusable_value/)
  t.strictSame(
    troubles.filter((one) => !one.includes('422')),
    [],
  )
})

inBrowser('a delivery is read byte by byte and sent again, and the clock is moved to the next attempt', async (t) => {
  const bench = await startBench(t)
  await bench.control('PUT', '/lenders/len_bluestem/webhooks/sandbox', hook)
  const id = await bench.place()
  await bench.simulator.idle()
  const event = await eventOf(bench, id, 'order.created')
  const { page } = await bench.visit(t, `events/${event}`)
  await page.waitForSelector('.attempt[open]')
  const [attempt] = (await bench.control('GET', `/events/${event}/attempts`)).data
  t.equal(await page.textContent('.attempt pre'), attempt.request.body, 'the very text that was signed')
  t.match(
    await page.textContent('main'),
    attempt.request.headers.find(({ name }: { name: string }) => name === 'X-Service-Signature').value,
  )
  t.match(await page.textContent('main'), 'Next attempt in 1 min')
  await page.click('button:has-text("Replay")')
  await page.waitForSelector('.attempt:has-text("redelivery")')
  await page.click('a:has-text("Move the clock")')
  await page.click('button:has-text("To what is due next")')
  await page.waitForSelector('#fired-title')
  t.match(await page.textContent('main'), /webhook attempt 2/)
  const { data } = await bench.control('GET', `/events/${event}/attempts`)
  t.strictSame(
    data.map(({ kind }: { kind: string }) => kind),
    ['scheduled', 'redelivery', 'scheduled'],
  )
})

inBrowser('a credential is issued, copied and revoked', async (t) => {
  const bench = await startBench(t)
  const { page } = await bench.visit(t, 'credentials', { permissions: ['clipboard-read', 'clipboard-write'] })
  await ready(page)
  const { client_id, client_secret } = bench.simulator.profile().credentials.main
  t.notMatch(await shownText(page), client_secret, 'no secret is shown unasked')
  const copied = (what: string) =>
    page.locator('[role=status]', { hasText: `Copied ${what}` }).waitFor({ state: 'attached' })
  await page.click('button[aria-label="Copy the secret"]')
  await copied('the secret')
  t.equal(await page.evaluate('navigator.clipboard.readText()'), client_secret)
  await page.click('button[aria-label="Copy as environment the environment of main"]')
  await copied('the environment of main')
  t.match(await page.evaluate('navigator.clipboard.readText()'), `export ASSAY_CLIENT_ID='${client_id}'\n`)
  await page.click('button:has-text("Issue a credential")')
  await page.waitForSelector('.notice')
  const issued = await page.textContent('.notice code')
  await page.click(`button[aria-label="Revoke ${issued}"]`)
  await page.waitForSelector(`tr:has-text("${issued}") button:disabled`)
  const { data } = await bench.control('GET', '/clients')
  t.ok(data.find((one: { client_id: string }) => one.client_id === issued).revoked_at)
})

inBrowser(
  '10,000 orders: a page of them at a time, searched by the simulator, and new ones appear on their own',
  async (t) => {
    const bench = await startBench(t)
    for (let left = 10_000; left > 0; left -= 1) {
      if (left % 500 === 0) await bench.control('POST', '/rate-limit/renew')
      await bench.place({ lender_reference: left === 5000 ? 'the only one' : `LR-${left}` })
    }
    const { page } = await bench.visit(t, 'orders')
    await page.waitForSelector('text=10,000 orders')
    t.equal(await page.locator('tbody tr').count(), 50)
    await page.keyboard.press('/')
    await page.keyboard.type('only THE')
    await page.waitForSelector('text="1 order"')
    t.match(await page.textContent('tbody'), 'the only one')
    await hashComes(page, /q=only\+THE/)
    await page.fill('[type=search]', '')
    await page.waitForSelector('text=page 1 of 200')
    await page.click('button:has-text("Older")')
    await page.waitForSelector('text=page 2 of 200')
    await bench.control('POST', '/rate-limit/renew')
    await bench.place()
    await page.waitForSelector('text=10,001 orders')
  },
)

inBrowser('by keyboard alone', async (t) => {
  const bench = await startBench(t)
  const first = await bench.place()
  const second = await bench.place()
  const { page } = await bench.visit(t, 'orders')
  await page.waitForSelector('tbody tr')
  const number = async (id: string) => (await bench.control('GET', `/orders/${id}`)).order.order_number
  await page.keyboard.press('ArrowDown')
  t.equal(await focused(page), await number(second), 'the newest is first')
  await page.keyboard.press('ArrowDown')
  t.equal(await focused(page), await number(first))
  await page.keyboard.press('Enter')
  await page.waitForSelector(`h1:has-text("${await number(first)}")`)
  await page.focus('button:has-text("Deliver the report")')
  await page.keyboard.press('Enter')
  await page.waitForSelector('h1 .status:has-text("Report Complete")')
  for (const [key, title] of [
    ['e', 'Events'],
    ['c', 'Clock'],
    ['k', 'Credentials'],
    ['o', 'Orders'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await page.waitForSelector(`h1:has-text("${title}")`)
  }
  await page.focus('[type=search]')
  await page.keyboard.type('ge')
  await hashComes(page, /q=ge/)
})

inBrowser('a person chooses light or dark, and the page finds a simulator that was away', async (t) => {
  const bench = await startBench(t)
  const { page } = await bench.visit(t, 'orders', { colorScheme: 'light' })
  await page.waitForSelector('.dot.on')
  const paper = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const light = await paper()
  await page.click('button:has-text("Colours")')
  await page.click('button:has-text("Colours: light")')
  await page.waitForSelector('html[data-theme=dark]')
  t.not(await paper(), light)
  await page.reload()
  await page.waitForSelector('button:has-text("Colours: dark")')
  t.not(await paper(), light, 'and it is kept')
  await bench.simulator.close()
  await page.waitForSelector('text=not connected')
})
