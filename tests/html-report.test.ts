// The HTML report in a real browser, in short: one report as it opens, and one of a target that sends markup.
import { join } from 'node:path'
import { htmlReport } from '../reports/html/page.ts'
import { inBrowser, open, testLook, unfold } from './browser.ts'
import { recordOf } from './records.ts'
import { runOf } from './reports/hostile-run.ts'
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
    t.match(await page.textContent('dialog h2'), new RegExp(`^${id} `))
    await page.keyboard.press('Escape')
  }
  t.equal(await page.evaluate('typeof pwned'), 'undefined')
  t.equal(await page.locator('img').count(), 0)
  t.strictSame(troubles, [])
  t.equal(requests.length, 1)
})
