// The console's clock in a real browser: it stands and goes on, moves until something is due or nothing is, and shows what is due beforehand.
import { hashOf, inBrowser, overflow, violationsShown } from '../browser.ts'
import { type Bench, hostile, startBench } from '../console.ts'

const clockOf = async ({ control }: Bench) => control('GET', '/clock')

inBrowser('a clock that goes on is frozen, and unfrozen again', async (t) => {
  const bench = await startBench(t, { clock: { mode: 'real' } })
  const { page, troubles } = await bench.visit(t, 'clock')
  await page.click('button:has-text("Freeze")')
  await page.waitForSelector('.big:has-text("frozen")')
  await page.waitForSelector('header :text("frozen clock")')
  const { now, frozen } = await clockOf(bench)
  t.equal(frozen, true)
  await page.waitForSelector(`.big time[datetime="${now}"]`)
  t.equal((await clockOf(bench)).now, now, 'it stands')
  await page.click('button:has-text("Unfreeze")')
  await page.waitForSelector('.big:not(:has-text("frozen"))')
  t.equal((await clockOf(bench)).frozen, false)
  t.strictSame(troubles, [])
})

inBrowser('a clock that stands anyway cannot be frozen', async (t) => {
  const bench = await startBench(t)
  const { page } = await bench.visit(t, 'clock')
  await page.waitForSelector('h2:has-text("What is due")')
  t.equal(await page.locator('button:has-text("Freeze")').count(), 0)
})

inBrowser('what is due is shown beforehand, of one order too, and then happens', async (t) => {
  const bench = await startBench(t)
  await bench.control('POST', '/personas', { name: 'punctual' })
  const first = await bench.place()
  const second = await bench.place()
  const { page } = await bench.visit(t, 'clock')
  const due = await bench.control('GET', '/clock/due')
  t.ok(due.total >= 2)
  await page.waitForSelector(`#due-title:has-text("${due.total}")`)
  t.equal(await page.locator('tbody tr').count(), due.data.length)
  await page.fill('[name=order_id]', second)
  await page.waitForSelector(`main:not(:has(tbody td a[href="#/orders/${first}"]))`)
  t.match(await hashOf(page), new RegExp(`order_id=${second}`))
  const { data } = await bench.control('GET', `/clock/due?order_id=${second}`)
  t.equal(await page.locator('tbody tr').count(), data.length)
  await page.fill('[name=order_id]', '')
  await page.click('button:has-text("To what is due next")')
  await page.waitForSelector('#fired-title')
  t.equal((await clockOf(bench)).now, due.data[0].at, 'the instant that was shown')
  await page.click('button:has-text("Until nothing is due")')
  await page.waitForSelector('text=Nothing is due.')
  t.strictSame((await bench.control('GET', '/clock/due')).data, [])
  await page.waitForSelector('button:has-text("To what is due next"):disabled')
  t.equal((await bench.control('GET', `/orders/${second}`)).order.status.code, 'report_complete')
})

inBrowser('time is moved by a span and to an instant, never back', async (t) => {
  const bench = await startBench(t)
  const { page } = await bench.visit(t, 'clock')
  await page.waitForSelector('h2:has-text("What is due")')
  const before = Date.parse((await clockOf(bench)).now)
  await page.fill('[name=amount]', '3')
  await page.selectOption('[name=unit]', { label: 'hours' })
  await page.click('button:has-text("Move by this")')
  await page.waitForSelector('#fired-title')
  t.equal(Date.parse((await clockOf(bench)).now) - before, 3 * 3_600_000)
  await page.fill('[name=to]', '2100-01-02T03:04:05')
  await page.click('button:has-text("Move to this")')
  await page.waitForSelector('.big:has-text("2100-01-02 03:04:05")')
  await page.fill('[name=to]', '2099-01-02T03:04:05')
  await page.click('button:has-text("Move to this")')
  await page.waitForSelector('.refusal:has-text("clock_past_instant")')
})

inBrowser('a snapshot is taken, restored and removed', async (t) => {
  const bench = await startBench(t)
  const id = await bench.place()
  const { page, troubles } = await bench.visit(t, 'clock')
  const before = (await clockOf(bench)).now
  await page.fill('[name=name]', 'before the report')
  await page.click('button:has-text("Take a snapshot")')
  await page.waitForSelector('tr:has-text("before the report")')
  const [snapshot] = (await bench.control('GET', '/snapshots')).data
  t.match(snapshot, { name: 'before the report', now: before, orders: 1 })
  await bench.control('POST', `/orders/${id}/deliver`, {})
  await bench.simulator.advance(86_400)
  await page.click(`button[aria-label="Restore ${snapshot.id}"]`)
  await page.waitForSelector(`.big time[datetime="${before}"]`)
  t.equal((await bench.control('GET', `/orders/${id}`)).order.status.code, 'new')
  await page.click('button:has-text("Take a snapshot")')
  await page.waitForSelector('tbody tr:nth-child(2) button:has-text("Restore")')
  await page.click(`button[aria-label="Remove ${snapshot.id}"]`)
  await page.waitForSelector('main:not(:has-text("before the report"))')
  const { data } = await bench.control('GET', '/snapshots')
  t.match(data, [{ name: null }], 'one without a name is left')
  t.equal(data.length, 1)
  t.strictSame(troubles, [])
})

inBrowser('the clock is accessible and fits, in light and dark, wide and narrow', async (t) => {
  const bench = await startBench(t)
  await bench.control('POST', '/personas', { name: 'punctual' })
  await bench.control('POST', '/snapshots', { name: hostile.markup })
  await bench.place()
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    const { page, troubles } = await bench.visit(t, 'clock', { colorScheme, viewport: { width, height: 900 } })
    await page.waitForSelector('tbody tr')
    await page.click('button:has-text("To what is due next")')
    await page.waitForSelector('#fired-title')
    t.strictSame(await violationsShown(page), [], `${colorScheme}: accessible`)
    t.equal(await overflow(page), 0, `${width} px: nothing sticks out`)
    t.strictSame(troubles, [])
  }
})
