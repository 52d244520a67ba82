// The console in a real browser: documents open in the page, a long move of the clock is cancelled, and tables stand on a narrow screen.
import { inBrowser } from '../browser.ts'
import { startBench } from '../console.ts'

inBrowser('a PDF opens in the page, XML as text, and a ZIP by its members', async (t) => {
  const bench = await startBench(t)
  const id = await bench.place()
  await bench.control('POST', `/orders/${id}/deliver`)
  const zip =
    'UEsDBBQAAAAAAAAAIQCGphA2BQAAAAUAAAAIAAAAcGxhbi54bWxoZWxsb1BLAQIUAxQAAAAAAAAAIQCGphA2BQAAAAUAAAAIAAAAAAAAAAAAAACAAQAAAABwbGFuLnhtbFBLBQYAAAAAAQABADYAAAArAAAAAAA='
  const file = { filename: 'plans.zip', content_type: 'application/zip', content: zip }
  await bench.control('POST', `/orders/${id}/documents`, { kind: 'supporting', ...file })
  const { page, troubles } = await bench.visit(t, `orders/${id}`)
  await page.click('button[aria-label$=".xml"][aria-label^="Open"]')
  await page.waitForSelector('pre:has-text("<?xml")')
  await page.click('button[aria-label="Open plans.zip"]')
  await page.waitForSelector('th:has-text("plan.xml")')
  await page.click('button[aria-label^="Open appraisal-report"][aria-label$=".pdf"]')
  const frame = await page.waitForSelector('iframe.document')
  t.match(await frame.getAttribute('src'), /^blob:/)
  await page.click('button[aria-label^="Close appraisal-report"][aria-label$=".pdf"]')
  await page.waitForSelector('iframe.document', { state: 'detached' })
  t.strictSame(
    troubles.filter((one) => !/connect-src/.test(one)),
    [],
  )
})

inBrowser('a move of the clock in pieces ends where it was to, shows how far it is, and is cancelled', async (t) => {
  const bench = await startBench(t)
  await bench.control('POST', '/personas', { name: 'punctual' })
  await bench.control('POST', '/orders/seed', { statuses: ['new'], count: 60 })
  const before = Date.parse((await bench.control('GET', '/clock')).now)
  const { page, troubles } = await bench.visit(t, 'clock')
  await page.waitForSelector('#due-title:has-text("60")')
  // A first piece that takes long makes the next ones small, and the second waits until the move is cancelled: all of them together
  // may take no longer than a click.
  let goOn = (): void => undefined
  const cancelling = new Promise<void>((resolve) => (goOn = resolve))
  let pieces = 0
  await page.route('**/clock/advance', async (route) => {
    pieces += 1
    if (pieces === 1) await page.waitForTimeout(2_000)
    if (pieces === 2) await cancelling
    await route.continue()
  })
  await page.click('button:has-text("30 days")')
  await page.waitForSelector('progress')
  await page.click('button:has-text("Cancel the move")')
  goOn()
  await page.waitForSelector('text=The move was cancelled')
  const cancelled = Date.parse((await bench.control('GET', '/clock')).now)
  t.ok(cancelled > before && cancelled < before + 30 * 86_400_000, 'on the way')
  await page.click('button:has-text("30 days")')
  await page.waitForSelector('button:has-text("30 days"):not(:disabled)')
  t.equal(Date.parse((await bench.control('GET', '/clock')).now), cancelled + 30 * 86_400_000)
  t.strictSame(troubles, [])
})

inBrowser('on a narrow screen no table is cut, and what is due is said in words', async (t) => {
  const bench = await startBench(t)
  await bench.control('POST', '/personas', { name: 'punctual' })
  await bench.place()
  for (const hash of ['orders', 'events', 'clock', 'personas']) {
    const { page } = await bench.visit(t, hash, { viewport: { width: 390, height: 900 } })
    await page.waitForSelector('tbody tr')
    const cut = "[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth).length"
    t.equal(await page.evaluate(cut), 0, hash)
    const bare =
      "[...document.querySelectorAll('tbody td')].filter((one) => one.offsetHeight > 0 && one.innerText.trim() === '').length"
    t.equal(await page.evaluate(bare), 0, `${hash}: no head without a value`)
    if (hash === 'clock') await page.waitForSelector('td:has-text("Assign an appraiser")')
  }
})

inBrowser('on a wide screen an id stands on one line', async (t) => {
  const bench = await startBench(t)
  await bench.control('POST', '/personas', { name: 'punctual' })
  const id = await bench.place()
  for (const hash of ['clock', `orders/${id}`]) {
    const { page } = await bench.visit(t, hash, { viewport: { width: 1280, height: 900 } })
    await page.waitForSelector(`code:has-text("${id}")`)
    const broken =
      "[...document.querySelectorAll('td.ids code, .facts .id code')].filter((one) => one.getClientRects().length > 1).length"
    t.equal(await page.evaluate(broken), 0, hash)
  }
})
