// The pages beside the report, in a real browser: the kill matrix and the rules, for a keyboard, a reader, light and dark.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { rules } from '../../conformance/contract/contract.ts'
import { writeRulePages } from '../../conformance/explain/write-rule-pages.ts'
import { matrixPage } from '../../proof/report/matrix-page.ts'
import { defects } from '../../proof/defects/index.ts'
import { inBrowser, open, overflow, unfold, violationsShown } from '../browser.ts'
import { matrixOf } from '../reports/some-matrix.ts'

const folder = t.testdir()
const matrix = join(folder, 'matrix.html')
writeFileSync(matrix, matrixPage(matrixOf(defects.slice(0, 40)), { report: true }))
const pages = join(folder, 'rules')
mkdirSync(pages)
writeRulePages(
  pages,
  [...rules().values()].filter(({ area }) => area === 'limits' || area === 'versioning'),
  [],
  defects.slice(0, 40),
)
const limits = join(pages, 'limits.html')
const some = [...rules().values()].filter(({ area }) => area === 'limits')

inBrowser('they are accessible, in light and dark, wide and narrow', async (t) => {
  for (const file of [matrix, join(pages, 'index.html'), limits])
    for (const [colorScheme, width] of [['light', 1280] as const, ['dark', 390] as const]) {
      const { page, troubles } = await open(t, file, '', { colorScheme, viewport: { width, height: 900 } })
      await unfold(page)
      t.strictSame(await violationsShown(page), [], `${file} ${colorScheme}`)
      t.equal(await overflow(page), 0, `${file}, ${width} px: nothing sticks out`)
      t.strictSame(troubles, [])
    }
})

inBrowser('an address opens its defect or rule, whatever is folded', async (t) => {
  const { id } = defects[3]!
  const { page } = await open(t, matrix, `#${id}`)
  await page.waitForSelector(`[id="${id}"][open]`)
  const one = await open(t, limits, `#${some[2]!.id}`)
  await one.page.waitForSelector(`[id="${some[2]!.id}"][open]`)
  t.ok(await one.page.locator(`[id="${some[2]!.id}"] dl`).isVisible())
})

inBrowser('the filter finds by words, in what is folded too', async (t) => {
  const { page } = await open(t, matrix)
  t.equal(await page.textContent('.filters output'), '40 defects')
  await page.fill('.filters [name=q]', defects[5]!.id)
  await page.waitForSelector(`[id="${defects[5]!.id}"]:not([hidden])`)
  t.match(await page.textContent('.filters output'), /^\d+ of 40 defects$/)
  const shown = await page.locator('.rule:not([hidden])').count()
  t.ok(shown > 0 && shown < 40, `${shown}`)
  await page.click('.filters [type=reset]')
  await page.waitForSelector('.area:not([open])')
  t.equal(await page.textContent('.filters output'), '40 defects')
})

inBrowser('without a script every rule and every defect can be read', async (t) => {
  const { page } = await open(t, matrix, '', { javaScriptEnabled: false })
  await page.locator('.area summary').first().click()
  t.ok(await page.locator('.area .rule .text').first().isVisible())
  t.equal(await page.locator('.filters').isVisible(), false)
  const rulePage = await open(t, limits, '', { javaScriptEnabled: false })
  await rulePage.page.locator('.rule summary').first().click()
  t.match(await rulePage.page.locator('.rule dl').first().innerText(), 'Contract')
})
