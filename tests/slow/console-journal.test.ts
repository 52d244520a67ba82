// The console's journal in a real browser: live, narrowed, one entry whole with the rule behind a refusal, a call that a shell runs again.
// Silent for up to 300 s.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import type { Test } from 'tap'
import { focused, hashComes, inBrowser, overflow, violationsShown } from '../browser.ts'
import { type Bench, hostile, type Json, shownText, startBench } from '../console.ts'

const run = promisify(execFile)

const entries = async ({ control }: Bench, query = ''): Promise<Json[]> =>
  (await control('GET', `/journal?limit=1000${query}`)).data

const latestOf = async (bench: Bench, query: string): Promise<Json> => (await entries(bench, query)).at(-1)

const unknown = (bench: Bench) =>
  bench.lender('GET', '/orders/ord_none').then(
    () => t.fail('there is no such order'),
    () => undefined,
  )

inBrowser('entries appear as they come, and are narrowed by the simulator', async (t) => {
  const bench = await startBench(t)
  const id = await bench.place()
  const { page, troubles } = await bench.visit(t, 'journal')
  await page.waitForSelector('tbody tr:has-text("Place an order")')
  t.equal(await page.locator('tbody tr').count(), (await entries(bench)).length)
  await bench.lender('GET', `/orders/${id}`)
  await page.waitForSelector('tbody tr:first-child:has-text("Read an order")')
  await unknown(bench)
  await page.waitForSelector('tbody tr:first-child:has-text("404")')
  t.match(await page.textContent('tbody tr:first-child'), /not_found/, 'with the code of the refusal')
  const rowsAre = (count: number) => page.waitForSelector(`tbody tr:nth-child(${count}):last-child`)
  await page.selectOption('[name=answer]', 'refused')
  await rowsAre(1)
  await hashComes(page, /answer=refused/)
  await page.selectOption('[name=answer]', '201')
  await rowsAre(1)
  await page.selectOption('[name=answer]', '')
  await page.selectOption('[name=operation]', 'requestToken')
  await rowsAre((await entries(bench, '&operation=requestToken')).length)
  await page.selectOption('[name=operation]', '')
  await page.selectOption('[name=client_id]', bench.simulator.profile().credentials.main_second!.client_id)
  await page.waitForSelector('text=No entry fits.')
  await page.selectOption('[name=client_id]', '')
  await page.fill('[name=order_id]', id)
  await rowsAre(2)
  await page.click('button:has-text("Clear the journal")')
  await page.waitForSelector('.empty')
  t.strictSame(await entries(bench), [])
  t.strictSame(troubles, [])
})

inBrowser('one entry shows the rule behind its refusal, and no secret unasked', async (t) => {
  const bench = await startBench(t)
  await unknown(bench)
  const { _id, request } = await latestOf(bench, '&status=404')
  const bearer = request.headers.find(({ name }: Json) => name === 'authorization').value.slice('Bearer '.length)
  const { page } = await bench.visit(t, `journal/${_id}`)
  await page.waitForSelector('h2:has-text("Why it was refused")')
  const text = await shownText(page)
  t.match(text, /errors\.unknown-resource-is-not-found/)
  t.match(text, /Do not repeat the request\./, 'and what a client does')
  t.notOk(text.includes(bearer))
  await page.click('button:has-text("Show secrets")')
  await page.waitForSelector('button:has-text("Hide secrets")')
  t.ok((await shownText(page)).includes(bearer))
  const token = await latestOf(bench, '&operation=requestToken')
  const { page: other } = await bench.visit(t, `journal/${token._id}`)
  await other.waitForSelector('h2:has-text("On the wire")')
  const { client_secret } = bench.simulator.profile().credentials.main
  const shown = await shownText(other)
  t.notOk(shown.includes(client_secret), 'neither one in a body')
  t.notOk(shown.includes(JSON.parse(token.response.content.text).access_token), 'nor one in an answer')
})

/** Runs a copied call in a shell; what it sends is the newest entry. */
const runAgain = async (bench: Bench, id: string, t: Test, env: Record<string, string>): Promise<Json> => {
  const { page } = await bench.visit(t, `journal/${id}`, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.click('button:has-text("Copy as curl")')
  await page.waitForSelector('button:has-text("Copied")')
  const command = (await page.evaluate('navigator.clipboard.readText()')) as string
  for (const value of Object.values(env)) t.notOk(command.includes(value), 'a variable stands for each secret')
  await run('sh', ['-c', command], { env: { PATH: process.env['PATH'], ...env } })
  return latestOf(bench, '')
}

inBrowser('a call is copied as curl: a shell sends the same once more, its secrets from the environment', async (t) => {
  const bench = await startBench(t)
  await bench.place({ lender_reference: `it's ${hostile.markup} $HOME \`id\` "\\n" @x` })
  const made = await latestOf(bench, '&operation=createOrder')
  const bearer = made.request.headers.find(({ name }: Json) => name === 'authorization').value.slice('Bearer '.length)
  const again = await runAgain(bench, made._id, t, { ASSAY_TOKEN: bearer })
  t.equal(again._operation, 'createOrder')
  t.equal(again.response.status, 201)
  t.equal(again.request.postData.text, made.request.postData.text, 'byte for byte')
  const { client_id, client_secret } = bench.simulator.profile().credentials.main
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  await fetch(`${bench.simulator.sandboxUrl}/oauth/token`, { method: 'POST', body: form })
  const asked = await latestOf(bench, '&operation=requestToken')
  const token = await runAgain(bench, asked._id, t, { ASSAY_CLIENT_SECRET: client_secret })
  t.equal(token.response.status, 200)
  t.equal(token.request.postData.text, form.toString())
})

inBrowser('bytes that are no text are copied too', async (t) => {
  const bench = await startBench(t)
  const bytes = Buffer.from([0, 1, 2, 0xff, 0xfe, 0x27, 0x0a])
  await fetch(`${bench.simulator.sandboxUrl}/orders`, { method: 'POST', body: bytes })
  const sent = await latestOf(bench, '')
  const again = await runAgain(bench, sent._id, t, {})
  t.not(again._id, sent._id)
  t.equal(again.request.postData.text, sent.request.postData.text)
  t.equal(again.request.postData.encoding, 'base64')
})

inBrowser('an entry that carries a fault is marked, in the list and alone', async (t) => {
  const bench = await startBench(t)
  const { id } = await bench.control('POST', '/faults', {
    kind: 'status',
    status: 503,
    operation: 'getAccount',
    times: 1,
  })
  await bench.lender('GET', '/account').catch(() => undefined)
  const { page } = await bench.visit(t, 'journal')
  await page.waitForSelector(`tr:has-text("503") a.fault:has-text("fault ${id}")`)
  t.equal(await page.locator('a.fault').count(), 1, 'and no other is')
  await page.click('tr:has-text("503") a.call')
  await page.waitForSelector(`.notice:has-text("Injected fault ${id}")`)
  t.equal(await page.locator('h2:has-text("Why it was refused")').count(), 0, 'no rule asked for it')
})

inBrowser('10,000 entries: a page of them at a time, and the newest on their own', async (t) => {
  const bench = await startBench(t, { journal: { entries: 10_000 } })
  const ping = async () => (await fetch(`${bench.simulator.sandboxUrl}/ping`)).arrayBuffer()
  for (let left = 200; left > 0; left -= 1) await Promise.all(Array.from({ length: 50 }, ping))
  await bench.control('POST', '/rate-limit/renew')
  const { page } = await bench.visit(t, 'journal')
  await page.waitForSelector('tbody tr')
  t.equal(await page.locator('tbody tr').count(), 50)
  await page.click('a:has-text("Older")')
  await page.waitForSelector('a:has-text("Newest")')
  await hashComes(page, /before=j/)
  await bench.place()
  await page.click('a:has-text("Newest")')
  await page.waitForSelector('tbody tr:first-child:has-text("Place an order")')
})

inBrowser(
  'the journal is accessible and fits, in light and dark, wide and narrow, and is read by keyboard',
  async (t) => {
    const bench = await startBench(t)
    await bench.control('POST', '/faults', { kind: 'status', status: 503, operation: 'getAccount', times: 1 })
    await bench.lender('GET', '/account').catch(() => undefined)
    await bench.place({ lender_reference: hostile.markup, appraiser_instructions: hostile.long })
    await unknown(bench)
    const refusal = await latestOf(bench, '&status=404')
    const created = await latestOf(bench, '&operation=createOrder')
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const)
      for (const hash of ['journal', `journal/${refusal._id}`, `journal/${created._id}`]) {
        const { page, troubles } = await bench.visit(t, hash, { colorScheme, viewport: { width, height: 900 } })
        await page.waitForSelector('main:not(:has([aria-busy=true])) h1')
        t.strictSame(await violationsShown(page), [], `${hash}, ${colorScheme}: accessible`)
        t.equal(await overflow(page), 0, `${hash}, ${width} px: nothing sticks out`)
        t.strictSame(troubles, [])
        t.equal(await page.locator('main img, main script').count(), 0, 'no markup of a client is markup here')
        await page.context().close()
      }
    const { page } = await bench.visit(t, 'orders')
    await page.waitForSelector('tbody tr')
    await page.keyboard.press('g')
    await page.keyboard.press('j')
    await page.waitForSelector('h1:has-text("Journal")')
    await page.waitForSelector('tbody tr')
    await page.keyboard.press('ArrowDown')
    t.match(await focused(page), /GET \/sandbox\/v1\/orders\/ord_none/)
    await page.keyboard.press('Enter')
    await page.waitForSelector('h2:has-text("Why it was refused")')
  },
)
