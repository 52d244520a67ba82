// `npm run readme:picture`: docs/report.png, the first screen of the HTML report of the run that the README shows. Needs Chromium.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { temporaryFolder } from '../own-files/temporary-folder.ts'
import { findChromium, launchChromium } from '../tests/chromium.ts'

const root = fileURLToPath(new URL('.', import.meta.resolve('assay/package.json')))
const { path, remove } = temporaryFolder('picture')
// A folder of assay's own: the one above it is for other files.
const reports = join(path, 'out')
const run = ['conform', '--embedded', '--seed', '1', '--report-dir', reports, '--', '--defect', 'hold-after-delivery']
spawnSync(process.execPath, [join(root, 'dist', 'assay.js'), ...run], { stdio: 'inherit' })
const executable = findChromium()
if (executable === undefined) throw new Error('no Chromium: install it, or name it in ASSAY_CHROMIUM')
const browser = await launchChromium(executable)
const page = await browser.newPage({ viewport: { width: 1280, height: 848 }, colorScheme: 'light' })
await page.goto(pathToFileURL(join(reports, 'report.html')).href)
await page.screenshot({ path: join(root, 'docs', 'report.png') })
await browser.close()
remove()
