// `npm run bench:report -- DIR`: how large the report in a directory is, and how long a browser takes to open it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'

const times = 9
const directory = process.argv[2] ?? 'reports/out'
const file = join(directory, 'report.html')
const executablePath = process.env['ASSAY_CHROMIUM'] ?? '/usr/bin/chromium'

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const bytes = readFileSync(file)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--headless', '--disable-gpu'] })
const loads: number[] = []
/** What this browser takes on this machine, now, for a page with nothing in it. */
const empty: number[] = []
const loadEnd = "performance.getEntriesByType('navigation')[0].loadEventEnd"
let nodes = 0
let height = 0
for (let count = 0; count < times; count += 1) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 848 } })
  await page.goto('data:text/html,<title>empty</title>')
  empty.push(await page.evaluate(loadEnd))
  await page.goto(pathToFileURL(file).href)
  loads.push(await page.evaluate(loadEnd))
  nodes = await page.evaluate("document.getElementsByTagName('*').length")
  height = await page.evaluate('document.documentElement.scrollHeight')
  await page.close()
}
await browser.close()

const rows: [string, string][] = [
  ['file', file],
  ['bytes', bytes.length.toLocaleString('en-US')],
  ['bytes, gzip', gzipSync(bytes).length.toLocaleString('en-US')],
  ['nodes', nodes.toLocaleString('en-US')],
  ['height', `${height.toLocaleString('en-US')} px at 1280 px`],
  ['load', `${median(loads).toFixed(0)} ms in the median of ${times}, ${Math.max(...loads).toFixed(0)} ms at most`],
  ['empty page', `${median(empty).toFixed(0)} ms`],
]
process.stdout.write(rows.map(([name, value]) => `${name.padEnd(12)} ${value}\n`).join(''))
