// The report of a run as one page: it needs no network, no build, and to be read no script.
import type { MatrixFigures } from '../matrix-figures.ts'
import { isSimulatedIn, type Run } from '../summary.ts'
import { cellMap } from './cell-map.ts'
import { checksSection } from './checks-list.ts'
import { coverageSection, matrixSummary, preflightSection, requestsSection } from './figures.ts'
import { firstScreen, type ReportFile } from './first-screen.ts'
import { lifeGraph } from './life-graph.ts'
import { createPack, lazy, type Pack } from './lazy.ts'
import { trafficOf } from './links.ts'
import { html, type Html, type Piece } from './markup.ts'
import { notTestedCount, notTestedSection } from './not-tested.ts'
import { readingsSection } from './readings.ts'
import { rulesSection } from './rules-list.ts'
import { runSection } from './run-facts.ts'
import { exchangeScript } from './script-exchange.ts'
import { filterScript } from './script-filters.ts'
import { marksScript } from './script-marks.ts'
import { pageScript } from './script-page.ts'
import { rowsScript } from './script-rows.ts'
import { shell, type Entry } from './shell.ts'
import { drawingStyle } from './style-drawing.ts'
import { timeLines } from './time-line.ts'
import { trafficData } from './traffic-data.ts'
import { trafficSection } from './traffic-list.ts'
import { verdictLine } from './verdict-line.ts'
import { arguableCount, violationCount, violationsSection } from './violations.ts'

type PageOptions = {
  matrix?: MatrixFigures | null
  /** What else lies in the folder of the report. */
  files?: readonly ReportFile[]
  /** The folder with the pages of the rules, from that of the report; null where there is none. */
  rulePages?: string | null
}

const usualFiles: readonly ReportFile[] = [
  { name: 'report.json', what: 'the run for machines' },
  { name: 'run.ndjson', what: 'the record of the run, event by event' },
]

const entriesOf = (run: Run, matrix: boolean): Entry[] => [
  ['summary', 'Summary', null],
  ['violations', 'Violations', violationCount(run)],
  ...(arguableCount(run) > 0 ? ([['arguable', 'Arguable', arguableCount(run)]] as Entry[]) : []),
  ['not-tested', 'Without a verdict', notTestedCount(run)],
  ['life', 'Order life cycle', null],
  ['webhooks', 'Webhook deliveries', null],
  ['rules', 'Rules', run.rules.length],
  ['checks', 'Checks', run.checks.length],
  ['readings', 'Readings', new Set(run.readings.map(({ freedom }) => freedom)).size],
  ['coverage', 'Coverage', null],
  ['requests', 'Requests', null],
  ...(matrix ? ([['kill-matrix', 'Kill matrix', null]] as Entry[]) : []),
  ['run', 'Run', null],
  ['preflight', 'Preflight', null],
  ['traffic', 'Exchanges', run.exchanges.length],
]

/** What a run that could not start has to show. */
const beforeStart = ['summary', 'run', 'preflight', 'traffic']

/** What only a run against a service has: a receiver has no orders, no readings and no phases. */
const ofServices = ['life', 'webhooks', 'readings', 'coverage', 'requests', 'preflight']

/** What no first screen shows, and holds nothing folded of its own: elements are made of it once the page has loaded. */
const afterLoad = ['life', 'webhooks', 'coverage', 'requests', 'run', 'preflight']

const isShown = (run: Run, id: string): boolean => {
  if (run.finished?.outcome === 'preflight-failed') return beforeStart.includes(id)
  return !run.environment?.receiver_url || !ofServices.includes(id)
}

const life = (run: Run, pack: Pack): Html =>
  html`<section id="life" aria-labelledby="life-title">
    <h2 id="life-title">Order life cycle</h2>
    ${lifeGraph(run, pack)}${cellMap(run, pack)}
  </section>`

const dialog = html`<dialog id="exchange" aria-labelledby="exchange-title">
  <div class="inner">
    <div class="head">
      <h2 id="exchange-title" tabindex="-1"></h2>
      <p class="buttons">
        <button type="button" class="previous">Previous</button> <button type="button" class="next">Next</button>
        <button type="button" class="close">Close</button>
      </p>
    </div>
    <div class="content"></div>
  </div>
</dialog>`

const footer = html`<footer>
  <p>Secrets, tokens, signatures and personal fields are masked in this page and in the files beside it.</p>
</footer>`

export const htmlReport = (
  run: Run,
  { matrix = null, files = usualFiles, rulePages = null }: PageOptions = {},
): string => {
  const traffic = trafficOf(run)
  const pack = createPack()
  const simulated = isSimulatedIn(run) === null ? '' : ' (simulated target)'
  const sections: [id: string, section: () => Piece][] = [
    ['summary', () => firstScreen(run, files)],
    ['violations', () => violationsSection(run, traffic, rulePages)],
    ['not-tested', () => notTestedSection(run)],
    ['life', () => life(run, pack)],
    ['webhooks', () => timeLines(run)],
    ['rules', () => rulesSection(run, rulePages, pack)],
    ['checks', () => checksSection(run, pack)],
    ['readings', () => readingsSection(run, pack)],
    ['coverage', () => coverageSection(run)],
    ['requests', () => requestsSection(run)],
    ['kill-matrix', () => matrixSummary(matrix)],
    ['run', () => runSection(run)],
    ['preflight', () => preflightSection(run)],
    ['traffic', () => trafficSection(run, pack)],
  ]
  return shell({
    title: `${verdictLine(run).words}${simulated} – assay`,
    name: 'conformance report',
    first: ['summary', 'Skip to the summary'],
    entries: entriesOf(run, matrix !== null).filter(([id]) => isShown(run, id)),
    style: drawingStyle,
    main: html`${sections.flatMap(([id, section]) => {
      if (!isShown(run, id)) return []
      return [afterLoad.includes(id) ? lazy(section()) : section()]
    })}`,
    after: html`${footer}${dialog}
      <p id="said" class="vh" role="status"></p>
      ${pack.data()}${trafficData(run)}`,
    script: `${marksScript}${exchangeScript}${rowsScript}${filterScript}${pageScript}`,
  })
}
