// The pages beside the report, in a real browser: the kill matrix and the rules, for a keyboard, a reader, light and dark.
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import t from 'tap'
import type { Test } from 'tap'
import { rules } from '../../conformance/contract/contract.ts'
import { writeRulePages } from '../../conformance/explain/write-rule-pages.ts'
import { matrixPage } from '../../reports/html/matrix-page.ts'
import { defects } from '../../simulator/behaviour/defects/index.ts'
import { matrixOf } from '../reports/some-matrix.ts'

const axe = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))

const executablePath = [process.env['ASSAY_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => {
  try {
    if (file) accessSync(file, constants.X_OK)
    return file !== undefined
  } catch {
    return false
  }
})

let browser: Browser | undefined
t.teardown(() => browser?.close())

const open = async (t: Test, file: string, hash = '', given: BrowserContextOptions = {}) => {
  browser ??= await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox', '--disable-gpu'] })
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...given })
  t.teardown(() => context.close())
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('console', (message) => troubles.push(message.text()))
  page.on('pageerror', (error) => troubles.push(error.message))
  await page.goto(`${pathToFileURL(file).href}${hash}`)
  return { page, troubles }
}

/** By asking again: the policy of the page forbids the evaluation that a wait inside it would need. */
const openAll = async (page: Page): Promise<void> => {
  await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
  for (let left = 600; left > 0; left -= 1) {
    if ((await page.evaluate("document.querySelectorAll('noscript.later').length")) === 0) return
    await sleep(50)
  }
  throw new Error('something stays folded')
}

const violations = async (page: Page): Promise<string[]> => {
  await page.addScriptTag({ path: axe })
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`)
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

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

const options = executablePath ? {} : { skip: 'no Chromium: install it, or name it in ASSAY_CHROMIUM' }

t.test('they are accessible, in light and dark, wide and narrow', options, async (t) => {
  for (const file of [matrix, join(pages, 'index.html'), limits])
    for (const [colorScheme, width] of [['light', 1280] as const, ['dark', 390] as const]) {
      const { page, troubles } = await open(t, file, '', { colorScheme, viewport: { width, height: 900 } })
      await openAll(page)
      t.strictSame(await violations(page), [], `${file} ${colorScheme}`)
      t.equal(await overflow(page), 0, `${file}, ${width} px: nothing sticks out`)
      t.strictSame(troubles, [])
    }
})

t.test('an address opens its defect or rule, whatever is folded', options, async (t) => {
  const { id } = defects[3]!
  const { page } = await open(t, matrix, `#${id}`)
  await page.waitForSelector(`[id="${id}"][open]`)
  const one = await open(t, limits, `#${some[2]!.id}`)
  await one.page.waitForSelector(`[id="${some[2]!.id}"][open]`)
  t.ok(await one.page.locator(`[id="${some[2]!.id}"] dl`).isVisible())
})

t.test('the filter finds by words, in what is folded too', options, async (t) => {
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

t.test('without a script every rule and every defect can be read', options, async (t) => {
  const { page } = await open(t, matrix, '', { javaScriptEnabled: false })
  await page.locator('.area summary').first().click()
  t.ok(await page.locator('.area .rule .text').first().isVisible())
  t.equal(await page.locator('.filters').isVisible(), false)
  const rulePage = await open(t, limits, '', { javaScriptEnabled: false })
  await rulePage.page.locator('.rule summary').first().click()
  t.match(await rulePage.page.locator('.rule dl').first().innerText(), 'Contract')
})
