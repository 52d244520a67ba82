// The kill matrix as a page: how many deliberate defects the suite kills, which survive, and every defect with a link of its own.
import { byArea, byOperator } from './kill-matrix-tallies.ts'
import type { Score } from '../../reports/matrix-figures.ts'
import type { KillMatrix, Tally } from './kill-matrix.ts'
import { lazy } from '../../reports/html/lazy.ts'
import { html, type Html, type Piece } from '../../reports/html/markup.ts'
import { defectsSection, defectVerdicts } from './matrix-defects.ts'
import { peersSection } from './matrix-peers.ts'
import { part, tableOf } from './matrix-tables.ts'
import { filterScript, listPageScript } from '../../reports/html/script-filters.ts'
import { shell } from '../../reports/html/shell.ts'
import { number, prose, times } from '../../reports/html/words.ts'

type MatrixPageOptions = {
  /** Whether the report of a run lies beside it. */
  report?: boolean
}

const summarySection = ({ summary, defects, selection, seed, suite, started_at }: KillMatrix): Html => {
  const all = summary.killed === defects.length
  const chosen =
    selection.defects === selection.of
      ? 'every defect there is'
      : `${number(selection.defects)} of ${number(selection.of)} defects, ${selection.how}`
  const counts: [kind: string, count: number, words: string][] = [
    ['fail', summary.survived, 'survived'],
    ['inconclusive', summary.inconclusive, 'without a verdict'],
    ...(summary.not_run ? [['not-tested', summary.not_run, 'not run'] as [string, number, string]] : []),
    ['pass', summary.killed, 'killed'],
  ]
  return html`<section id="summary" class="summary tone-${all ? 'good' : 'bad'}" aria-labelledby="summary-title">
    <h1 id="summary-title">
      <span class="sign" aria-hidden="true">${all ? '✓' : '✕'}</span>
      <span>${number(summary.killed)} of ${times(defects.length, 'defect')} killed</span>
    </h1>
    <p class="line">
      ${suite.name} ${suite.version} · contract ${suite.contract} · seed ${String(seed)} ·
      ${started_at.slice(0, 16).replace('T', ' ')} UTC · ${chosen}
    </p>
    <p>
      A defect is one deliberate bug of the simulator, which violates one rule. The suite kills it when it reports that
      rule as violated.
    </p>
    <div class="bar" aria-hidden="true">
      ${counts.map(([kind, count]) => count > 0 && html`<span class="${kind}" style="flex-grow:${count}"></span>`)}
    </div>
    <ul class="counts">
      ${counts.map(
        ([kind, count, words]) => html`<li class="${kind}"><b>${number(count)}</b> <span>${words}</span></li>`,
      )}
    </ul>
  </section>`
}

const scoreCells = (scores: readonly Score[]): Html[] => scores.map(({ killed, of }) => part({ caught: killed, of }))

const budgetSection = ({ scores }: KillMatrix): Html => {
  const heads = ['Tests', ...scores.whole_suite.map(({ budget }) => (budget === null ? 'no limit' : number(budget)))]
  const rows: Piece[][] = [
    ['The whole suite', ...scoreCells(scores.whole_suite)],
    ...(scores.random_plans.length > 0 ? [['Random plans alone', ...scoreCells(scores.random_plans)]] : []),
  ]
  return html`<section id="budgets" aria-labelledby="budgets-title">
    <h2 id="budgets-title">By budget of requests</h2>
    ${tableOf('Defects killed within a number of requests', heads, rows)}
    <p class="soft">${prose(scores.how)}</p>
  </section>`
}

const tallyRows = (tallies: readonly Tally[]): Piece[][] =>
  tallies.map(({ name, killed, of }) => [name, part({ caught: killed, of })])

/** Nothing where the rows are of an older file, which names no operator. */
const operatorSection = ({ defects }: KillMatrix): Piece => {
  const operators = byOperator(defects)
  return (
    operators.length > 0 &&
    html`<section id="operators" aria-labelledby="operators-title">
      <h2 id="operators-title">By operator and area</h2>
      ${tableOf('Defects killed, by the mutation operator that built them', ['Operator', 'Killed'], tallyRows(operators))}
      ${tableOf('Defects killed, by the area of the rule', ['Area', 'Killed'], tallyRows(byArea(defects)))}
    </section>`
  )
}

const idList = (title: string, ids: readonly string[]): Piece =>
  ids.length > 0 &&
  html`<details>
    <summary>${title} <span class="soft">${number(ids.length)}</span></summary>
    ${lazy(
      html`<ul class="plain">
        ${ids.map((id) => html`<li><code>${id}</code></li>`)}
      </ul>`,
    )}
  </details>`

const openSection = (matrix: KillMatrix): Html => {
  const { defects, settled_by_rerun, vacuous, alone, gaps, references } = matrix
  const open = defects.filter(({ verdict }) => verdict === 'survived' || verdict === 'inconclusive')
  const alarms = [...new Set(references.flatMap(({ findings }) => findings))]
  const lists = [
    idList('False alarms: rules reported as violated without a defect', alarms),
    idList('Defects that needed a second run', settled_by_rerun),
    idList('Checks that fail for no defect', vacuous ?? []),
    idList(
      'Checks after others that kill the same, with a defect for which each fails alone',
      (alone ?? []).map(({ check, defect }) => `${check}: ${defect}`),
    ),
    idList('Testable rules without a defect', gaps),
  ].filter((list) => list !== false)
  return html`<section id="open" aria-labelledby="open-title">
    <h2 id="open-title">Open points</h2>
    ${open.length + lists.length === 0 && html`<p class="empty">None.</p>`}
    ${
      open.length > 0 &&
      html`<ul class="plain">
        ${open.map(({ id, bug, verdict }) => html`<li><a href="#${id}">${prose(bug)}</a> <span class="soft">${defectVerdicts[verdict].word}</span></li>`)}
      </ul>`
    }
    ${lists}
  </section>`
}

export const matrixPage = (matrix: KillMatrix, { report = false }: MatrixPageOptions = {}): string => {
  const { summary, defects, peers } = matrix
  return shell({
    title: `${number(summary.killed)} of ${times(defects.length, 'defect')} killed – assay`,
    name: 'kill matrix',
    first: ['summary', 'Skip to the summary'],
    entries: [
      ...(report ? [['report.html', 'Conformance report', null] as [string, string, null]] : []),
      ['summary', 'Summary', null],
      ['budgets', 'By budget', null],
      ...(byOperator(defects).length > 0 ? [['operators', 'By operator', null] as [string, string, null]] : []),
      ...(peers ? [['peers', 'Other tools', peers.peers.length] as [string, string, number]] : []),
      ['open', 'Open points', null],
      ['defects', 'Defects', defects.length],
    ],
    main: html`${summarySection(matrix)}${budgetSection(matrix)}${operatorSection(matrix)}${peers && peersSection(peers)}${openSection(matrix)}${defectsSection(matrix)}`,
    script: `${filterScript}${listPageScript}`,
  })
}
