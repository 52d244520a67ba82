// Texts that mean harm, in the pages that people open: the console of a simulator, and the report of a run.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { findChromium, launchChromium } from '../../tests/chromium.ts'
import { runAgainst } from '../../tests/hostile-run.ts'
import { minimal } from '../../tests/simulator/samples.ts'
import { notHere, outcome } from './attack.ts'
import type { Attack } from './attack.ts'
import type { Lab } from './lab.ts'

const script = 'window.ran=1'
const markup = `"'><img src=x onerror="${script}"><script>${script}</script><svg onload="${script}"></svg>`

/** What a lender words, in every place that the console shows. */
const filled = async (lab: Lab) => {
  const simulator = await lab.simulator('--allow-http-webhooks')
  const post = (path: string, body: object) => simulator.lender('POST', path, { body: JSON.stringify(body) })
  const borrower = { role: 'borrower', first_name: markup, last_name: markup }
  const order = { ...minimal(Date.now()), lender_reference: markup, appraiser_instructions: markup }
  const contacts = [{ type: 'phone', role: 'cell', value: '1' }]
  const { id } = simulator.parsed<{ id: string }>(
    await post('/orders', { ...order, borrowers: [{ ...borrower, contacts }] }),
  )
  await post(`/orders/${id}/messages`, { recipient: 'manager', subject: markup, body: markup })
  await post(`/orders/${id}/hold`, { reason: markup })
  await simulator.lender('GET', `/orders/${encodeURIComponent(markup)}`, { headers: { 'x-note': markup } })
  const views = ['orders', `orders/${id}`, 'events', 'journal', 'faults', 'personas', 'clock', 'findings']
  return [...views, 'credentials'].map((view) => `${simulator.control}/console#${view}`)
}

const withMarkup = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withMarkup)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withMarkup(one)]))
      : typeof value === 'string' && /^[A-Z]/.test(value)
        ? `${value}${markup}`
        : value

const reported = async (lab: Lab): Promise<string> => {
  const spoil = ({ name }: { name: string }, { status, body }: { status: number; body: unknown }) =>
    status === 200 && name.startsWith('GET ') ? withMarkup(body) : undefined
  const run = await runAgainst(lab, { after: spoil }, ['--area', 'account', '--area', 'catalog', '--no-rerun'])
  const file = join(lab.folder, 'report.html')
  writeFileSync(file, run.files.get('report.html') ?? '')
  return pathToFileURL(file).href
}

const hasRun = (page: Page): Promise<boolean> => page.evaluate('window.ran === 1')

const unfold = (page: Page) =>
  page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true')

export const pages: Attack[] = [
  {
    id: 'Pages of ours',
    sent: 'markup with scripts in each text of a lender and of a target, then console and report in Chromium',
    first: 'not tried',
    bound: 'no script of theirs runs, nothing is fetched elsewhere',
    make: async (lab) => {
      const executable = findChromium()
      if (executable === undefined) return notHere('no Chromium is installed')
      const addresses = [...(await filled(lab)), await reported(lab)]
      const browser = await launchChromium(executable)
      lab.teardown(() => browser.close())
      let [ran, shown] = [0, 0]
      const elsewhere = new Set<string>()
      for (const address of addresses) {
        const page = await browser.newPage()
        page.on('request', (request) => {
          if (new URL(request.url()).origin !== new URL(address).origin) elsewhere.add(request.url())
        })
        await page.goto(address)
        await page.waitForLoadState('load')
        await page.waitForSelector('h1')
        await page.waitForSelector('main:not(:has([aria-busy=true]))')
        await unfold(page)
        if (await hasRun(page)) ran += 1
        if ((await page.textContent('body'))?.includes(script)) shown += 1
        await page.close()
      }
      const bare = await browser.newPage()
      await bare.setContent(markup)
      const isNoticed = await bare.waitForFunction(script.replace('=1', ' === 1')).then(() => true)
      const said = `${addresses.length} pages, ${shown} show it, ${ran} run it, ${elsewhere.size} requests elsewhere`
      return outcome(said, isNoticed && shown > 1 && ran === 0 && elsewhere.size === 0)
    },
  },
]
