// The HTML report in a real browser: for people who use a keyboard, a screen reader, a telephone, no script, or all at once.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import t from 'tap'
import type { Test } from 'tap'
import { htmlReport } from '../reports/html/page.ts'
import type { RunEvent } from '../reports/run-record.ts'
import { absorb, emptyRun, type Run } from '../reports/summary.ts'
import { runOf } from './reports/hostile-run.ts'
import { worstEvents } from './reports/worst-events.ts'
import { assay } from './places.ts'

const axe = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const findChromium = (): string | undefined => {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [process.env['ASSAY_CHROMIUM'], '/usr/bin/chromium', ...found].find((file) => file && isProgram(file))
}

const executablePath = findChromium()

/** Says so where there is no browser, so that nobody takes the silence for a pass. */
const inBrowser = (name: string, body: (t: Test) => Promise<void>): void => {
  if (executablePath) t.test(name, body)
  else t.test(name, { skip: 'no Chromium: install it, or name it in ASSAY_CHROMIUM' }, body)
}

const flags = ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking']
const quiet = ['--disable-component-update', '--disable-sync', '--no-first-run']

let browser: Browser | undefined
const launch = async (): Promise<Browser> =>
  (browser ??= await chromium.launch({ executablePath: executablePath!, args: [...flags, ...quiet] }))

t.teardown(() => browser?.close())

type Opened = { page: Page; troubles: string[]; requests: string[] }

const open = async (t: Test, file: string, hash = '', given: BrowserContextOptions = {}): Promise<Opened> => {
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
  await page.goto(`${pathToFileURL(file).href}${hash}`)
  return { page, troubles, requests }
}

const conform = (directory: string, more: readonly string[]) =>
  spawn(process.execPath, [assay, 'conform', '--report-dir', directory, '--seed', '5', ...more], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: 'ignore',
  })

const folder = t.testdir()

const finishedRun = async (directory: string, more: readonly string[]): Promise<void> => {
  await once(conform(directory, ['--area', 'account', ...more]), 'close')
}

const interruptedRun = async (directory: string): Promise<void> => {
  const child = conform(directory, [])
  const closed = once(child, 'close')
  const record = join(directory, 'run.ndjson')
  const seen = (): string => (existsSync(record) ? readFileSync(record, 'utf8') : '')
  while (child.exitCode === null && seen().split('"type":"check-finished"').length < 3) await sleep(100)
  child.kill('SIGINT')
  await closed
}

type Look = ['light' | 'dark', number]

const kinds = {
  clean: {
    make: (directory: string) => finishedRun(directory, []),
    title: /^. (?:Conforms|No violation): /,
    looks: [['dark', 1280]] as Look[],
  },
  broken: {
    make: (directory: string) => finishedRun(directory, ['--', '--defect', 'no-remaining-header']),
    title: /Does not conform: \d/,
    looks: [
      ['light', 1280],
      ['dark', 390],
    ] as Look[],
  },
  interrupted: {
    make: interruptedRun,
    title: /No verdict: the run was interrupted$/,
    looks: [['light', 390]] as Look[],
  },
}

type Kind = keyof typeof kinds

const made = new Map<Kind, Promise<void>>()

/** The directory of a run of that kind, which is made once. */
const runOfKind = async (kind: Kind): Promise<string> => {
  const directory = join(folder, kind)
  if (!made.has(kind)) made.set(kind, kinds[kind].make(directory))
  await made.get(kind)
  return directory
}

const runIn = (directory: string): Run => {
  const run = emptyRun()
  const lines = readFileSync(join(directory, 'run.ndjson'), 'utf8').trim().split('\n')
  for (const line of lines) absorb(run, JSON.parse(line) as RunEvent)
  return run
}

/** Of thousands of rows that are made alike, the checker looks at the first few. */
const alike =
  '.rule:nth-of-type(n + 9), .check:nth-of-type(n + 5), .rows:nth-of-type(n + 9), .traffic tr:nth-of-type(n + 9)'

/** Opens all there is, which makes the page's script write what was folded. */
const unfold = async (page: Page): Promise<void> => {
  const closed = "[...document.querySelectorAll('details')].filter(({ open }) => !open)"
  const folded = "document.querySelectorAll('noscript.later, .rows > .ids').length"
  for (let left = 600; left > 0; left -= 1) {
    await page.evaluate(`for (const details of ${closed}) details.open = true`)
    if (await page.evaluate(`${closed}.length + ${folded} === 0`)) return
    await sleep(50)
  }
  throw new Error('something stays folded')
}

/** What a checker has to say of all that can be opened. */
const violations = async (page: Page): Promise<string[]> => {
  await unfold(page)
  await page.evaluate(`for (const row of document.querySelectorAll('${alike}')) row.remove()`)
  await page.addScriptTag({ path: axe })
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`)
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

const hashOf = (page: Page): Promise<string> => page.evaluate('location.hash')

/** By asking again: the page's own policy forbids the evaluation that a wait inside it would need. */
const until = async (page: Page, expression: string): Promise<void> => {
  for (let left = 600; left > 0; left -= 1) {
    if (await page.evaluate(expression)) return
    await sleep(50)
  }
  throw new Error(`never so: ${expression}`)
}

const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.textContent.trim()')

for (const kind of Object.keys(kinds) as Kind[])
  inBrowser(`the report of a run that is ${kind}`, async (t) => {
    const directory = await runOfKind(kind)
    for (const [colorScheme, width] of kinds[kind].looks) {
      const { page, troubles, requests } = await open(t, join(directory, 'report.html'), '', {
        colorScheme,
        viewport: { width, height: 900 },
      })
      t.match((await page.textContent('h1'))?.trim(), kinds[kind].title)
      t.match(await page.textContent('.simulated'), 'Simulated target', 'nobody takes it for a deployment')
      t.equal(await overflow(page), 0, `${colorScheme}, ${width} px: nothing sticks out`)
      t.strictSame(await violations(page), [], `${colorScheme}, ${width} px: accessible`)
      t.equal(await overflow(page), 0, `${colorScheme}, ${width} px: nor when all is open`)
      t.equal(requests.length, 1, 'the page alone is loaded')
      t.strictSame(troubles, [])
      await page.context().close()
    }
  })

inBrowser('what the checker does not find, it would have found', async (t) => {
  const poor =
    '<!doctype html><html lang="en"><title>x</title><main><h1>x</h1><button></button><p style="color:#ccc">pale words'
  const { page } = await open(t, join(t.testdir({ 'poor.html': poor }), 'poor.html'))
  const found = (await violations(page)).map((one) => one.split(':')[0])
  t.strictSame(found.toSorted(), ['button-name', 'color-contrast'])
})

inBrowser('a broken run', async (t) => {
  const directory = await runOfKind('broken')
  const file = join(directory, 'report.html')

  await t.test('the filters work by keyboard, and are kept in the address', async (t) => {
    const { page } = await open(t, file)
    const rules = page.locator('.rule:not([hidden])')
    const all = Number(await page.getAttribute('#rule-filters', 'data-count'))
    await page.focus('#rule-filters [name=verdict]')
    await page.keyboard.type('fails')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('remaining header')
    await until(page, "location.hash.includes('q=')")
    t.equal(await hashOf(page), '#rules?verdict=fail&q=remaining+header')
    const count = await rules.count()
    t.ok(count > 0 && count < all, `${count} of ${all}`)
    t.equal(await page.textContent('#rule-filters output'), `${count} of ${all.toLocaleString('en-US')} rules`)
    const again = await open(t, file, await hashOf(page))
    t.equal(await again.page.locator('.rule:not([hidden])').count(), count, 'the address alone brings it back')
    await page.keyboard.press('Tab')
    t.equal(await focused(page), 'Show all')
    await page.keyboard.press('Enter')
    await until(page, "location.hash === '#rules'")
    t.equal(await rules.count(), all)
    await page.fill('#rule-filters [name=q]', 'no-rule-says-this')
    await page.waitForSelector('#no-entry:not([hidden])')
    const odd = await open(t, file, '#rules?verdict=%22&area=x&q=')
    t.match(await odd.page.textContent('#rule-filters output'), /^[\d,]+ rules$/, 'what is no choice chooses nothing')
  })

  await t.test('an exchange opens by its address, by a link, and by its id', async (t) => {
    const { page, troubles } = await open(t, file, '#x3')
    const dialog = page.locator('dialog[open]')
    t.match(await dialog.locator('h2').textContent(), /^x3 /)
    t.match(await dialog.textContent(), /Bearer •••|grant_type|client_id/, 'with its request')
    await page.keyboard.press('ArrowRight')
    t.match(await dialog.locator('h2').textContent(), /^x4 /, 'the next')
    t.equal(await hashOf(page), '#x4')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Escape')
    t.equal(await dialog.count(), 0)
    t.not(await hashOf(page), '#x3')

    const link = page.locator('.steps a.x').first()
    const id = await link.textContent()
    await link.focus()
    await page.keyboard.press('Enter')
    t.match(await dialog.locator('h2').textContent(), new RegExp(`^${id} `))
    t.match(await dialog.textContent(), '✕ violates', 'with the rules it violates')
    await page.keyboard.press('Escape')
    t.equal(await focused(page), id, 'the focus comes back to the link')

    await page.fill('#open-one [name=id]', 'X2')
    await page.keyboard.press('Enter')
    t.match(await dialog.locator('h2').textContent(), /^x2 /)
    await page.keyboard.press('Escape')
    await page.fill('#open-one [name=id]', 'x999999')
    await page.keyboard.press('Enter')
    t.match(await page.textContent('#open-one output'), 'none of that id')
    t.strictSame(troubles, [])
  })

  await t.test('the way back closes it', async (t) => {
    const { page } = await open(t, file)
    await page.locator('.steps a.x').first().click()
    await page.waitForSelector('dialog[open]')
    await page.goBack()
    await page.waitForSelector('dialog:not([open])', { state: 'attached' })
    t.equal(await page.locator('dialog[open]').count(), 0)
  })

  await t.test('a link to a rule opens it, even where a filter hides it', async (t) => {
    const rule = '[id="rule-limits.remaining-header-on-every-response"]'
    const { page } = await open(t, file, '#rules?verdict=pass')
    t.equal(await page.locator(`${rule}:not([hidden])`).count(), 0)
    await page.locator('.cause .source a').first().click()
    await page.waitForSelector(`${rule}[open]:not([hidden])`)
    const direct = await open(t, file, '#check-judge.rate-limit')
    await direct.page.waitForSelector('[id="check-judge.rate-limit"][open]')
    t.ok(await direct.page.locator('[id="check-judge.rate-limit"]').isVisible(), 'and what it is folded in')
  })

  await t.test('the first stop of the keyboard leads past the navigation', async (t) => {
    const { page } = await open(t, file)
    await page.keyboard.press('Tab')
    t.equal(await focused(page), 'Skip to the summary')
    await page.keyboard.press('Enter')
    t.equal(await hashOf(page), '#summary')
  })

  await t.test('light and dark, by a button', async (t) => {
    const { page } = await open(t, file, '', { colorScheme: 'light' })
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const light = await paper()
    await page.click('#theme')
    t.equal(await paper(), light, 'light asked for')
    await page.click('#theme')
    t.not(await paper(), light)
    t.equal(await page.textContent('#theme'), 'Colours: dark')
  })

  await t.test('the command that replays it is copied', async (t) => {
    const { page } = await open(t, file, '', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.locator('.cause button.copy').first().click()
    await until(page, "document.getElementById('said').textContent.startsWith('Copied')")
    t.match(await page.evaluate('navigator.clipboard.readText()'), /^npx assay replay \S*plans\//)
  })

  await t.test('without scripts it is read all the same', async (t) => {
    const { page } = await open(t, file, '', { javaScriptEnabled: false })
    t.match(await page.innerText('h1'), /Does not conform/)
    const cause = await page.locator('.cause').first().innerText()
    t.match(cause, 'Every response, errors included, has an')
    t.match(cause, /EXPECTED\s+a whole number\s+RECEIVED\s+none/)
    t.match(await page.locator('.cause .exchange').first().innerText(), /200/)
    await page.locator('.cause summary', { hasText: 'curl script' }).first().click()
    t.match(await page.locator('.cause pre', { hasText: '#!/bin/sh' }).first().innerText(), 'curl -sik')
    t.equal(await page.locator('#theme').isVisible(), false, 'what needs a script is not shown')
    t.equal(await page.locator('#rule-filters').isVisible(), false)
  })

  await t.test('on paper the causes are whole, and no control is there', async (t) => {
    const { page } = await open(t, file)
    await page.emulateMedia({ media: 'print' })
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    t.equal(await page.locator('.cause details:not([open])').count(), 0)
    t.equal(await page.locator('nav').isVisible(), false)
    t.equal(await page.locator('#traffic').isVisible(), false)
  })
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

inBrowser('among thousands of exchanges with their bodies, each opens by its address', async (t) => {
  const directory = await runOfKind('clean')
  const run = runIn(directory)
  const known = run.exchanges.filter(({ response }) => response?.body)
  run.exchanges = Array.from({ length: 3000 }, (_, index) => {
    const one = structuredClone(known[index % known.length]!)
    const text = `${one.response!.body!.text} ${index} ${'x'.repeat(2000)}`
    one.response!.body = { text, bytes: text.length, sha256: '0', cut: false }
    return { ...one, id: `x${index + 1}` }
  })
  const page = htmlReport(run)
  t.ok(page.length < 16_000_000, `${(page.length / 1e6).toFixed(1)} MB`)
  const file = join(t.testdir({ 'report.html': page }), 'report.html')
  const begun = performance.now()
  const { page: opened } = await open(t, file, '#x2999')
  await opened.waitForSelector('dialog[open]')
  const took = Math.round(performance.now() - begun)
  t.match(await opened.textContent('dialog h2'), /^x2999 /)
  t.comment(`${took} ms, ${(page.length / 1e6).toFixed(1)} MB`)
})
