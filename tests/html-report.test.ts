// The HTML report in a real browser, in short: one report as it opens, and one of a target that sends markup.
import { join } from 'node:path'
import { htmlReport } from '../reports/html/page.ts'
import { inBrowser, open, testLook, unfold } from './browser.ts'
import { recordOf } from './records.ts'
import { exchange, finding, finished, runOf, started } from './reports/hostile-run.ts'
import { worstEvents } from './reports/worst-events.ts'

inBrowser('the report of a run that is broken', (t) => testLook(t, 'broken', ['light', 1280]))

inBrowser('a link to a section by its former name leads there', async (t) => {
  const { at } = await recordOf('broken')
  for (const [former, now] of Object.entries({ answer: 'summary', broken: 'violations', 'not-judged': 'not-tested' })) {
    const { page } = await open(t, at('report.html'), `#${former}`)
    const top = `document.getElementById('${now}').getBoundingClientRect().top`
    t.ok(Math.abs(await page.evaluate<number>(top)) < 200, `#${former} shows #${now}`)
    await page.context().close()
  }
})

inBrowser('what no first screen shows becomes part of the page once it has loaded', async (t) => {
  const { at } = await recordOf('broken')
  const ids = ['life', 'webhooks', 'coverage', 'requests', 'run', 'preflight']
  const { page } = await open(t, at('report.html'))
  for (const id of ids) await page.locator(`#${id} h2`).waitFor()
  const order = "[...document.querySelectorAll('main > section')].map(({ id }) => id)"
  const linked = "[...document.querySelectorAll('nav a')].map((link) => link.hash.slice(1))"
  t.strictSame(await page.evaluate(order), await page.evaluate(linked), 'where the navigation has it')
  for (const id of ['coverage', 'preflight']) {
    const direct = await open(t, at('report.html'), `#${id}`)
    const top = `document.getElementById('${id}').getBoundingClientRect().top`
    await direct.page.waitForFunction(`scrollY > 500 && Math.abs(${top}) < 500`)
  }
  const bare = await open(t, at('report.html'), '', { javaScriptEnabled: false })
  for (const id of ids) t.ok(await bare.page.locator(`#${id} h2`).isVisible(), `#${id} without scripts`)
})

inBrowser('the dialog of an exchange marks the places of its findings', async (t) => {
  const json = JSON.stringify({ id: 'ord_1', 'a/b': [{ code: 'x' }], status: { code: 'on_hold' } })
  const body = { text: json, bytes: json.length, sha256: '0', cut: false }
  const found = (given: object) => ({ ...finding, requests: ['x1', 'x2'], ...given }) as typeof finding
  const headers: [string, string][] = [['Retry-After', 'soon']]
  const run = runOf(
    started(),
    exchange('x1', { response: { status: 200, headers, body } }),
    exchange('x2', { response: { status: 202, headers, body } }),
    found({ pointer: '/a~1b/0/code', expected: 'y', received: 'x' }),
    found({ pointer: '/status', expected: { code: 'on_hold', label: 'Held' }, received: { code: 'on_hold' } }),
    found({ pointer: 'header:retry-after', expected: '1', received: 'soon' }),
    found({ pointer: 'header:X-Left', expected: 'present', received: undefined }),
    found({ pointer: 'status', expected: 200, received: 202 }),
    finished(1),
  )
  const file = join(t.testdir({ 'report.html': htmlReport(run) }), 'report.html')
  const marksIn = async (id: string): Promise<string[]> => {
    const { page } = await open(t, file, `#${id}`)
    await page.waitForSelector('dialog[open] pre')
    const marks = await page.locator('dialog[open] mark').allTextContents()
    await page.context().close()
    return marks.map((mark) => mark.trim())
  }
  t.strictSame(await marksIn('x2'), [
    '202',
    'Retry-After: soon',
    'x-left ← missing',
    '"code": "x"',
    '"label"  ← missing',
  ])
  t.strictSame(await marksIn('x1'), [], 'what came before shows nothing wrong')
})

inBrowser('a target that sends markup, scripts and marks that turn texts around does nothing with them', async (t) => {
  const file = join(t.testdir({ 'report.html': htmlReport(runOf(...worstEvents())) }), 'report.html')
  const { page, troubles, requests } = await open(t, file, '#x9')
  await page.waitForSelector('dialog[open]')
  t.match(await page.textContent('dialog'), '⟨U+202E⟩')
  await page.keyboard.press('Escape')
  await unfold(page)
  for (const id of ['d1', 'x1', 'x2']) {
    await page.fill('#open-one [name=id]', id)
    await page.locator('#open-one button').click()
    await page.locator('dialog[open] h2', { hasText: new RegExp(`^${id} `) }).waitFor()
    await page.keyboard.press('Escape')
  }
  t.equal(await page.evaluate('typeof pwned'), 'undefined')
  t.equal(await page.locator('img').count(), 0)
  t.strictSame(troubles, [])
  t.equal(requests.length, 1)
})
