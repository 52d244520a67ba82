// The HTML report in a real browser: how a page is opened, and what a checker of accessibility has to say of it.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import t from 'tap'
import type { Test } from 'tap'
import { findChromium, launchChromium } from './chromium.ts'
import { recordOf, type Kind } from './records.ts'

const axe = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))

const executablePath = findChromium()

/** Says so where there is no browser, so that nobody takes the silence for a pass. */
export const inBrowser = (name: string, body: (t: Test) => Promise<void>): void => {
  if (executablePath) t.test(name, body)
  else t.test(name, { skip: 'no Chromium: install it, or name it in ASSAY_CHROMIUM' }, body)
}

let browser: Browser | undefined
const launch = async (): Promise<Browser> => (browser ??= await launchChromium(executablePath!))

t.teardown(() => browser?.close())

export type Opened = { page: Page; troubles: string[]; requests: string[] }

export const openUrl = async (t: Test, url: string, given: BrowserContextOptions = {}): Promise<Opened> => {
  const context = await (await launch()).newContext({ viewport: { width: 1280, height: 900 }, ...given })
  t.teardown(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const troubles: string[] = []
  const requests: string[] = []
  page.on('console', (message) => troubles.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(url)
  return { page, troubles, requests }
}

export const open = (t: Test, file: string, hash = '', given: BrowserContextOptions = {}): Promise<Opened> =>
  openUrl(t, `${pathToFileURL(file).href}${hash}`, given)

/** Of thousands of rows that are made alike, the checker looks at the first few. */
const alike =
  '.rule:nth-of-type(n + 9), .check:nth-of-type(n + 5), .rows:nth-of-type(n + 9), .traffic tr:nth-of-type(n + 9)'

/** Opens all there is, which makes the page's script write what was folded. */
export const unfold = async (page: Page): Promise<void> => {
  const closed = "[...document.querySelectorAll('details')].filter(({ open }) => !open)"
  const folded = "document.querySelectorAll('noscript.later, .packed, .rows > .ids').length"
  for (let left = 600; left > 0; left -= 1) {
    await page.evaluate(`for (const details of ${closed}) details.open = true`)
    if (await page.evaluate(`${closed}.length + ${folded} === 0`)) return
    await sleep(50)
  }
  throw new Error('something stays folded')
}

/** What a checker has to say of the page as it stands. */
export const violationsShown = async (page: Page): Promise<string[]> => {
  await page.evaluate(readFileSync(axe, 'utf8'))
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`)
}

/** What a checker has to say of all that can be opened. */
export const violations = async (page: Page): Promise<string[]> => {
  await unfold(page)
  await page.evaluate(`for (const row of document.querySelectorAll('${alike}')) row.remove()`)
  return violationsShown(page)
}

export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

export const hashOf = (page: Page): Promise<string> => page.evaluate('location.hash')

/** The page writes its address after an event of its own, which a busy machine delays. */
export const hashComes = (page: Page, pattern: RegExp): Promise<void> =>
  page.waitForURL(({ hash }) => pattern.test(hash))

export const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.textContent.trim()')

export type Look = ['light' | 'dark', number]

/** What the first line of a report says, by the recorded run that it shows. */
const titles = {
  sound: /^. (?:Conforms|No violation in account): /,
  broken: /Does not conform: (?:[\w.-]+: )?\d/,
  interrupted: /No verdict: the run was interrupted$/,
} satisfies Partial<Record<Kind, RegExp>>

/** The report of a recorded run in one colour scheme and width: as it opens, and with all open that can be opened. */
export const testLook = async (t: Test, kind: keyof typeof titles, [colorScheme, width]: Look): Promise<void> => {
  const { at } = await recordOf(kind)
  const { page, troubles, requests } = await open(t, at('report.html'), '', {
    colorScheme,
    viewport: { width, height: 900 },
  })
  t.match((await page.textContent('h1'))?.trim(), titles[kind])
  t.match(await page.textContent('.simulated'), 'Simulated target', 'nobody takes it for a deployment')
  t.equal(await overflow(page), 0, `${colorScheme}, ${width} px: nothing sticks out`)
  t.strictSame(await violations(page), [], `${colorScheme}, ${width} px: accessible`)
  t.equal(await overflow(page), 0, `${colorScheme}, ${width} px: nor when all is open`)
  t.equal(requests.length, 1, 'the page alone is loaded')
  t.strictSame(troubles, [])
  await page.context().close()
}
