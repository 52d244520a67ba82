// The console's findings in a real browser: a violation appears while the client works, with what to change and the entries that show it.
import { createClientJudge } from '../../conformance/api/client-judge.ts'
import { inBrowser, overflow, unfold, violationsShown } from '../browser.ts'
import { startBench } from '../console.ts'

const judged = { clientJudge: async () => createClientJudge() }

inBrowser('a violation appears on its own, with what to change and its evidence', async (t) => {
  const bench = await startBench(t, judged)
  await bench.lender('GET', '/account')
  const { page, troubles } = await bench.visit(t, 'findings')
  await page.waitForSelector('h2:has-text("What to change")')
  const rule = 'idempotency.client-always-sends-a-key'
  t.equal(await page.locator(`.violated:has-text("${rule}")`).count(), 0)
  await bench.place()
  await page.waitForSelector(`.violated:has-text("${rule}")`)
  const { rules } = await bench.control('GET', '/findings')
  const { text, remedy, findings } = rules.find((one: { rule: string }) => one.rule === rule)
  const shown = (await page.textContent(`.violated:has-text("${rule}")`))!.replaceAll(/\s+/g, ' ')
  for (const part of [text, remedy] as string[]) t.ok(shown.includes(part.replaceAll('`', '')), part)
  const entry = findings.at(-1).entries.at(-1)
  await page.waitForSelector(`nav .violations`)
  await page.click(`.violated:has-text("${rule}") a:text-is("${entry}")`)
  await page.waitForSelector('h1.call:has-text("POST /sandbox/v1/orders")')
  t.strictSame(troubles, [])
})

inBrowser('every rule of a client is listed with its verdict, and what to try', async (t) => {
  const bench = await startBench(t, judged)
  await bench.place()
  const { page } = await bench.visit(t, 'findings')
  await page.waitForSelector('.violated')
  await unfold(page)
  const { rules } = await bench.control('GET', '/findings')
  const text = (await page.textContent('main'))!
  for (const { rule } of rules) t.ok(text.includes(rule), rule)
  const failed = rules.filter(({ verdict }: { verdict: string }) => verdict === 'fail')
  t.equal(await page.locator('.violated').count(), failed.length)
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    const { page, troubles } = await bench.visit(t, 'findings', { colorScheme, viewport: { width, height: 900 } })
    await page.waitForSelector('.violated')
    await unfold(page)
    t.strictSame(await violationsShown(page), [], `${colorScheme}: accessible`)
    t.equal(await overflow(page), 0, `${width} px: nothing sticks out`)
    t.strictSame(troubles, [])
  }
})

inBrowser('where nothing judges the client there is no such page', async (t) => {
  const bench = await startBench(t)
  const { page, troubles } = await bench.visit(t, 'findings')
  await page.waitForSelector('h1:has-text("Orders")')
  t.equal(await page.locator('nav a:has-text("Findings")').count(), 0)
  t.strictSame(troubles, [])
})
