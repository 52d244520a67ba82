// The console's faults and personas in a real browser: every kind from the form, what each strikes, who plays the company, orders to begin with.
import { hashComes, inBrowser, overflow, violationsShown } from '../browser.ts'
import { loadFixture } from '../fixture-files.ts'
import { type Bench, type Json, shownText, startBench } from '../console.ts'

const faultsOf = async ({ control }: Bench): Promise<Json[]> => (await control('GET', '/faults')).data

const { schemas } = loadFixture<{ components: { schemas: Json } }>('control.yaml').components
const kinds: string[] = schemas.Fault.oneOf.map(
  ({ $ref }: Json) => schemas[$ref.split('/').at(-1)].properties.kind.const,
)

/** What a fault of the kind cannot be without, apart from what the form fills in. */
const needed: Record<string, Record<string, string>> = {
  latency: { milliseconds: '250' },
  drip: { milliseconds: '250' },
  delay: { seconds: '30' },
}

const formOf = async (bench: Bench, t: Parameters<Bench['visit']>[0]) => {
  const { page, troubles } = await bench.visit(t, 'faults')
  await page.waitForSelector('h2:has-text("Add a fault")')
  return { page, troubles }
}

inBrowser('a fault of every kind is added from the form', async (t) => {
  const bench = await startBench(t)
  const { page, troubles } = await formOf(bench, t)
  for (const kind of kinds) {
    await page.selectOption('section[aria-labelledby=add-title] select >> nth=0', kind)
    for (const [name, value] of Object.entries(needed[kind] ?? {})) await page.fill(`form [name=${name}]`, value)
    await page.click('button:has-text("Add the fault")')
    await page.waitForSelector(`tbody tr:first-child b:text-is("${kind}")`)
  }
  const faults = await faultsOf(bench)
  t.strictSame(
    faults.map(({ fault }) => fault.kind),
    kinds,
  )
  t.match(faults.find(({ fault }) => fault.kind === 'delay').fault, { seconds: 30 }, 'a number is sent as one')
  t.strictSame(troubles, [])
})

inBrowser('a fault has its scope, its turn and its life; the simulator says what cannot be', async (t) => {
  const bench = await startBench(t)
  const { client_id } = bench.simulator.profile().credentials.main
  const { page } = await formOf(bench, t)
  const strikes = (code: string) => page.selectOption('fieldset:has-text("When") select >> nth=0', code)
  await page.selectOption('form [name=status]', '429')
  await page.fill('form [name=retry_after]', '7')
  await page.selectOption('form [name=operation]', 'listOrders')
  await page.selectOption('form [name=client_id]', client_id)
  await page.selectOption('form [name=environment]', 'sandbox')
  await strikes('every')
  await page.fill('form [name=every]', '3')
  await page.fill('form [name=times]', '2')
  await page.fill('form [name=expires_in]', '60')
  await page.selectOption('form [name=expires_clock]', 'wire')
  await page.click('button:has-text("Add the fault")')
  await page.waitForSelector('tbody tr')
  const scope = { operation: 'listOrders', client_id, environment: 'sandbox' }
  const turn = { every: 3, times: 2, expires_in: 60, expires_clock: 'wire' }
  t.strictSame((await faultsOf(bench))[0].fault, { kind: 'status', status: 429, retry_after: 7, ...scope, ...turn })
  t.match(await page.textContent('tbody'), /one of every 3, 2 at most/)
  await strikes('probability')
  await page.fill('form [name=probability]', '0.5')
  await page.fill('form [name=seed]', '9')
  await page.fill('form [name=code]', 'not_a_code')
  await page.click('button:has-text("Add the fault")')
  await page.waitForSelector('.refusal:has-text("code must be one of rate_limited for 429")')
  await page.fill('form [name=code]', '')
  await page.click('button:has-text("Add the fault")')
  await page.waitForSelector('tbody tr:nth-child(2)')
  t.match((await faultsOf(bench))[1].fault, { probability: 0.5, seed: 9 })
})

inBrowser('a fault strikes, is counted as it happens, leads to its entries, and is removed', async (t) => {
  const bench = await startBench(t)
  const { page } = await formOf(bench, t)
  await page.click('button:has-text("429 for the next call")')
  await page.waitForSelector('tr:has-text("active")')
  await bench.lender('GET', '/account').catch(() => undefined)
  await page.waitForSelector('tr:has-text("spent") a:text-is("1")')
  await page.click('tr:has-text("spent") a:text-is("1")')
  await page.waitForSelector('h1:has-text("Journal")')
  await hashComes(page, /fault=f1/)
  await page.waitForSelector('tbody tr:first-child:last-child:has-text("429")')
  await page.click('a.fault')
  await page.click('button:has-text("Deliver each event twice")')
  await page.waitForSelector('tbody tr:nth-child(2)')
  await page.click('button[aria-label="Remove the fault f1"]')
  await page.waitForSelector('tbody tr:first-child:last-child')
  t.strictSame(
    (await faultsOf(bench)).map(({ id }) => id),
    ['f2'],
  )
  await page.click('button:has-text("Remove all")')
  await page.waitForSelector('text=None: nothing fails on purpose.')
  t.strictSame(await faultsOf(bench), [])
})

const personasOf = async ({ control }: Bench): Promise<Json[]> => (await control('GET', '/personas')).data

inBrowser('a persona plays for all, for a lender or for an order, and is removed', async (t) => {
  const bench = await startBench(t)
  const id = await bench.place()
  const { page, troubles } = await bench.visit(t, 'personas')
  await page.click('button:has-text("Set the persona")')
  await page.waitForSelector('tbody tr:has-text("all orders")')
  await page.selectOption('[name=name]', 'silent')
  await page.selectOption('[name=scope]', 'lender')
  await page.selectOption('[name=lender]', 'len_bluestem')
  await page.click('button:has-text("Set the persona")')
  await page.waitForSelector('tbody tr:has-text("silent"):has-text("len_bluestem")')
  await page.selectOption('[name=name]', 'declining')
  await page.selectOption('[name=scope]', 'order')
  await page.fill('[name=order_id]', id)
  await page.fill('[name=seed]', '7')
  await page.click('button:has-text("Set the persona")')
  await page.waitForSelector(`tbody tr:has-text("declining") code:text-is("${id}")`)
  const set = await personasOf(bench)
  t.match(set, [
    { name: 'punctual', lender_id: null, order_id: null, seed: 1 },
    { name: 'silent', lender_id: 'len_bluestem', order_id: null },
    { name: 'declining', order_id: id, seed: 7 },
  ])
  t.match(
    await page.textContent('tbody tr:has-text("declining")'),
    /Cancel an order that the company cannot take/,
    'with its next step',
  )
  await bench.simulator.advance(30 * 86_400)
  await page.waitForSelector('tbody tr:has-text("declining"):has-text("nothing to do")')
  await page.click(`button[aria-label="Remove the persona ${set[1].id}"]`)
  await page.waitForSelector('tbody:not(:has-text("silent"))')
  t.equal((await personasOf(bench)).length, 2)
  await page.fill('[name=order_id]', 'ord_none')
  await page.click('button:has-text("Set the persona")')
  await page.waitForSelector('.refusal:has-text("404")')
  t.strictSame(
    troubles.filter((one) => !one.includes('404')),
    [],
  )
})

inBrowser('orders are seeded in every status by a button', async (t) => {
  const bench = await startBench(t)
  const { page } = await bench.visit(t, 'personas')
  await page.click('form button:has-text("Seed orders")')
  const { statuses } = loadFixture<{ statuses: { code: string; label: string }[] }>('lifecycle.yaml')
  await page.waitForSelector(`text=${statuses.length} orders are there`)
  await page.click('a:has-text("See the orders")')
  await page.waitForSelector('tbody tr')
  const text = await shownText(page)
  for (const { label } of statuses) t.ok(text.includes(label), label)
})

inBrowser('faults and personas are accessible and fit, in light and dark, wide and narrow', async (t) => {
  const bench = await startBench(t)
  const order_id = await bench.place()
  for (const fault of [
    { kind: 'reset', nth: 1 },
    { kind: 'stale', order_id, every: 2 },
  ])
    await bench.control('POST', '/faults', fault)
  await bench.control('POST', '/personas', { name: 'slow' })
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const)
    for (const hash of ['faults', 'personas']) {
      const { page, troubles } = await bench.visit(t, hash, { colorScheme, viewport: { width, height: 900 } })
      await page.waitForSelector('main:not(:has([aria-busy=true])) tbody tr')
      t.strictSame(await violationsShown(page), [], `${hash}, ${colorScheme}: accessible`)
      t.equal(await overflow(page), 0, `${hash}, ${width} px: nothing sticks out`)
      t.strictSame(troubles, [])
      await page.context().close()
    }
  const { page } = await bench.visit(t, 'orders')
  for (const [key, title] of [
    ['f', 'Faults'],
    ['p', 'Personas'],
  ] as const) {
    await page.waitForSelector('nav a')
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await page.waitForSelector(`h1:has-text("${title}")`)
  }
})
