// The report of a run as one page that needs nothing but itself: no network, no build, and to be read no script.
import type { KillMatrix } from '../kill-matrix.ts'
import { rehearsalIn, type Run } from '../summary.ts'
import { answerOf, answerSection } from './answer.ts'
import { brokenCount, brokenSection } from './broken.ts'
import { cellMap } from './cell-map.ts'
import { checksSection } from './checks-list.ts'
import { coverageSection, economySection, matrixSummary, preflightSection } from './figures.ts'
import { lifeGraph } from './life-graph.ts'
import { trafficOf } from './links.ts'
import { html, raw, type Html } from './markup.ts'
import { notJudgedCount, notJudgedSection } from './not-judged.ts'
import { readingsSection } from './readings.ts'
import { rulesSection } from './rules-list.ts'
import { exchangeScript } from './script-exchange.ts'
import { pageScript } from './script-page.ts'
import { drawingStyle } from './style-drawing.ts'
import { pageStyle } from './style-page.ts'
import { timeLines } from './time-line.ts'
import { trafficData } from './traffic-data.ts'
import { trafficSection } from './traffic-list.ts'
import { number } from './words.ts'

export type PageOptions = { matrix?: KillMatrix | null }

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

const navigation = (run: Run, matrix: boolean): Html => {
  const entries: [id: string, words: string, count: number | null][] = [
    ['answer', 'The answer', null],
    ['broken', 'What is broken', brokenCount(run)],
    ['not-judged', 'Not judged', notJudgedCount(run)],
    ['life', 'Life of an order', null],
    ['webhooks', 'Attempts to deliver', null],
    ['rules', 'Rules', run.rules.length],
    ['checks', 'Checks', run.checks.length],
    ['readings', 'Readings', new Set(run.readings.map(({ freedom }) => freedom)).size],
    ['coverage', 'What came up', null],
    ['requests', 'What it cost', null],
    ...(matrix ? ([['kill-matrix', 'Kill matrix', null]] as [string, string, null][]) : []),
    ['preflight', 'Preflight', null],
    ['traffic', 'Exchanges', run.exchanges.length],
  ]
  return html`<nav aria-label="Sections">
    <ul>
      ${entries.map(([id, words, count]) => html`<li><a href="#${id}">${words}${count !== null && html` <span class="count">${number(count)}</span>`}</a></li>`)}
    </ul>
  </nav>`
}

const life = (run: Run): Html =>
  html`<section id="life" aria-labelledby="life-title">
    <h2 id="life-title">The life of an order</h2>
    ${lifeGraph(run)}${cellMap(run)}
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
  <p>
    Beside this page: <a href="report.json">report.json</a> for machines, <a href="run.ndjson">run.ndjson</a> with every
    event of the run. Secrets, tokens, signatures and personal fields are masked in all of them.
  </p>
</footer>`

export const htmlReport = (run: Run, { matrix = null }: PageOptions = {}): string => {
  const traffic = trafficOf(run)
  const rehearsal = rehearsalIn(run) === null ? '' : ' (rehearsal)'
  const page = html`<!doctype html>
    <html lang="en" id="top">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${raw(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${answerOf(run).words}${rehearsal} – assay</title>
        <style>
          ${raw(pageStyle)}${raw(drawingStyle)}
        </style>
      </head>
      <body>
        <a class="skip" href="#answer">Skip to the answer</a>
        <header>
          <p class="brand"><b>assay</b> conformance report${rehearsal}</p>
          <button type="button" id="theme" class="needs-script">Colours</button>
        </header>
        <div class="page">
          ${navigation(run, matrix !== null)}
          <main>
            ${answerSection(run)}${brokenSection(run, traffic)}${notJudgedSection(run)}${life(run)}${timeLines(run)}${rulesSection(run)}${checksSection(run)}${readingsSection(run)}${coverageSection(run)}${economySection(run)}${matrixSummary(matrix)}${preflightSection(run)}${trafficSection(run)}
          </main>
        </div>
        ${footer}${dialog}
        <p id="said" class="vh" role="status"></p>
        ${trafficData(run)}
        <script>
          ${raw(`(() => {${exchangeScript}${pageScript}})()`)}
        </script>
      </body>
    </html> `.markup
  return `${page.trimEnd()}\n`
}
