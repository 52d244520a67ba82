// The deliberate defects of a kill matrix, by area: what each violates, what kills it, which other rules it turns red.
import { groupBy } from '../../reports/group-by.ts'
import type { DefectRow, KillMatrix } from './kill-matrix.ts'
import { lazy } from '../../reports/html/lazy.ts'
import { html, type Html, type Piece } from '../../reports/html/markup.ts'
import { areaOf, number, prose, times } from '../../reports/html/words.ts'

const byArea = (rows: readonly DefectRow[]): [area: string, rows: DefectRow[]][] =>
  [...groupBy(rows, ({ breaks }) => areaOf(breaks))].toSorted(([one], [other]) => (one < other ? -1 : 1))

export const defectVerdicts = {
  killed: { kind: 'pass', sign: '✓', word: 'killed' },
  survived: { kind: 'fail', sign: '✕', word: 'survived' },
  inconclusive: { kind: 'inconclusive', sign: '?', word: 'no verdict' },
  'not-run': { kind: 'not-tested', sign: '○', word: 'not run' },
}

const killWords = ({ kill, whole_suite, reason }: DefectRow): Html => {
  if (!kill) return html`${prose(reason ?? 'no reason is known')}`
  const during = kill.during !== null && kill.during !== kill.by && html`, while <code>${kill.during}</code> ran`
  const most = whole_suite?.measured ? '' : 'at most '
  const inWhole =
    whole_suite?.requests === null
      ? html`; <strong>missed</strong> by a run of the whole suite`
      : whole_suite && html`; in a run of the whole suite after ${most}${number(whole_suite.requests)}`
  return html`by <code>${kill.by}</code>${during}, after ${times(kill.requests, 'request')}${inWhole}`
}

const collateralView = ({ collateral: { rules, scope } }: DefectRow): Html => {
  const checked = scope === 'whole' ? 'all checks ran' : 'the checks of the rule ran'
  if (rules.length === 0) return html`none (${checked})`
  return html`${checked}:
    <ul class="plain">
      ${rules.map(({ rule, because }) => html`<li><code>${rule}</code> ${because === null ? html`<b class="bad">unexplained</b>` : prose(because)}</li>`)}
    </ul>`
}

const tagsOf = ({ verdict, collateral }: DefectRow): string =>
  [
    verdict,
    ...(collateral.rules.length > 0 ? ['collateral'] : []),
    ...(collateral.rules.some(({ because }) => because === null) ? ['unexplained'] : []),
  ].join(' ')

const row = (name: string, value: Piece): Piece =>
  value !== '' &&
  html`<dt>${name}</dt>
    <dd>${value}</dd>`

const defectItem = (defect: DefectRow): Html => {
  const { id, breaks, bug, operator = '', verdict, budgets, peers } = defect
  const { kind, sign, word } = defectVerdicts[verdict]
  const within = budgets.map(
    ({ budget, killed, measured }) => `${number(budget)}: ${killed ? 'yes' : 'no'}${measured ? '' : ' (computed)'}`,
  )
  const others = Object.entries(peers).map(([name, { killed }]) => `${name}: ${killed ? 'killed' : 'survived'}`)
  return html`<details class="rule" id="${id}" data-verdict="${tagsOf(defect)}">
    <summary>
      <span class="tag ${kind}"><span aria-hidden="true">${sign}</span> ${word}</span>
      <span class="text">${prose(bug)}</span> <code class="id">${id}</code>
    </summary>
    <dl>
      ${row('Violates', html`<code>${breaks}</code>`)}${row('Operator', operator)}${row(verdict === 'killed' ? 'Killed' : 'Why', killWords(defect))}${row('Within', within.join(', '))}${row('Other rules', collateralView(defect))}${row('Other tools', others.join(', '))}
    </dl>
  </details> `
}

const options: [value: string, words: string][] = [
  ['survived', 'survived'],
  ['inconclusive', 'without a verdict'],
  ['not-run', 'not run'],
  ['collateral', 'with other rules violated'],
  ['unexplained', 'with one unexplained'],
]

export const defectsSection = ({ defects }: KillMatrix): Html => {
  const areas = byArea(defects)
  return html`<section id="defects" aria-labelledby="defects-title">
    <h2 id="defects-title">Defects</h2>
    <form
      class="filters"
      role="search"
      aria-label="Filter the defects"
      data-list="defects"
      data-count="${defects.length}"
    >
      <label
        >Show
        <select name="verdict">
          <option value="">any</option>
          ${options.map(([value, words]) => html`<option value="${value}">${words}</option>`)}
        </select></label
      >
      <label
        >Area
        <select name="area">
          <option value="">any</option>
          ${areas.map(([area]) => html`<option>${area}</option>`)}
        </select></label
      >
      <label class="grow"
        >Text <input name="q" type="search" autocomplete="off" placeholder="words of a defect, its id, a rule or check"
      /></label>
      <button type="reset">Show all</button> <output aria-live="polite"></output>
    </form>
    ${areas.map(([area, rows]) => {
      const killed = rows.filter(({ verdict }) => verdict === 'killed').length
      const bad = killed < rows.length
      return html`<details class="area" data-area="${area}" id="area-${area}">
        <summary>
          <h3>${area}</h3>
          <span class="${bad ? 'bad' : 'soft'}">${number(killed)} of ${number(rows.length)} killed</span>
        </summary>
        ${lazy(rows.map(defectItem))}
      </details>`
    })}
    <p class="empty" id="no-entry" hidden>No defect matches. “Show all” removes the filters.</p>
  </section>`
}
