// The kill matrix as one self-contained page: the scores, what was not caught, and every defect with a link of its own.
import type { DefectRow, KillMatrix, Score } from './kill-matrix.ts'
import { pageScript, pageStyle } from './kill-matrix-style.ts'
import { peerTable } from './peer-scores.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign]!)

/** Backticks mark code in the sentences of rules and defects. */
const prose = (text: string): string => escape(text).replace(/`([^`]*)`/g, '<code>$1</code>')

const percent = (part: number, of: number): string => (of === 0 ? '–' : `${((100 * part) / of).toFixed(1)} %`)

const byArea = (rows: readonly DefectRow[]): [area: string, rows: DefectRow[]][] => {
  const areas = new Map<string, DefectRow[]>()
  for (const row of rows) {
    const area = row.breaks.split('.')[0]!
    areas.set(area, [...(areas.get(area) ?? []), row])
  }
  return [...areas]
}

const scoreRow = (name: string, scores: readonly Score[]): string =>
  scores.length === 0
    ? ''
    : `<tr><th scope="row">${name}</th>${scores
        .map(({ killed, of }) => `<td>${percent(killed, of)} <small>${killed} of ${of}</small></td>`)
        .join('')}</tr>`

const scoreTable = ({ scores }: KillMatrix): string => {
  const heads = scores.whole_suite.map(({ budget }) => `<th scope="col">${budget ?? 'no limit'}</th>`).join('')
  return `<h2 id="scores">Defects caught within so many requests</h2>
<div class="wide"><table><thead><tr><td></td>${heads}</tr></thead><tbody>
${scoreRow('The whole suite', scores.whole_suite)}${scoreRow('Random plans alone', scores.random_plans)}
</tbody></table></div><p class="how">${prose(scores.how)}</p>`
}

const areaTable = ({ defects }: KillMatrix): string => {
  const cells = byArea(defects).map(([area, rows]) => {
    const killed = rows.filter(({ kill }) => kill !== null).length
    const whole = killed === rows.length ? 'all' : 'some'
    return `<li class="${whole}"><a href="#area-${area}">${area}</a> <span>${killed} of ${rows.length}</span></li>`
  })
  return `<h2 id="areas">By area</h2><ul class="areas">${cells.join('')}</ul>`
}

const collateral = ({ collateral: { rules, scope } }: DefectRow): string => {
  const looked = scope === 'whole' ? 'with all checks run' : 'with the checks of the rule run, and all judges'
  if (rules.length === 0) return `<p>Nothing else went red, ${looked}.</p>`
  const items = rules.map(
    ({ rule, because }) =>
      `<li class="${because === null ? 'open' : ''}"><code>${escape(rule)}</code> ${because === null ? 'unexplained' : prose(because)}</li>`,
  )
  return `<p>Also red, ${looked}:</p><ul>${items.join('')}</ul>`
}

const budgetWords = ({ budgets }: DefectRow): string =>
  budgets
    .map(({ budget, killed, measured }) => `${budget}: ${killed ? 'caught' : 'no'}${measured ? '' : ' (worked out)'}`)
    .join(', ')

const killWords = ({ verdict, kill, whole_suite, reason }: DefectRow): string => {
  if (verdict === 'not-run') return `<p>Not run: ${prose(reason ?? 'for no known reason')}.</p>`
  if (!kill) return `<p>Not caught: ${prose(reason ?? 'for no known reason')}.</p>`
  const during = kill.during !== null && kill.during !== kill.by ? ` while <code>${escape(kill.during)}</code> ran` : ''
  const whole = whole_suite
    ? ` A run of the whole suite comes to it after ${whole_suite.measured ? '' : 'at most '}${whole_suite.requests}.`
    : ''
  return `<p>Caught by <code>${escape(kill.by)}</code>${during}, after ${kill.requests} requests.${whole}</p>`
}

const peerWords = ({ peers }: DefectRow): string => {
  const told = Object.entries(peers).map(([name, { killed }]) => `${escape(name)}: ${killed ? 'caught' : 'no'}`)
  return told.length === 0 ? '' : `<p>Others: ${told.join(', ')}</p>`
}

const searchable = (row: DefectRow): string =>
  escape([row.id, row.breaks, row.bug, row.kill?.by ?? '', row.kill?.during ?? ''].join(' ').toLowerCase())

const defectItem = (row: DefectRow): string => {
  const open = row.collateral.rules.some(({ because }) => because === null)
  const tags = [
    row.verdict,
    ...(row.collateral.rules.length > 0 ? ['collateral'] : []),
    ...(open ? ['unexplained'] : []),
  ]
  return `<details class="${row.verdict}" id="${row.id}" data-tags="${tags.join(' ')}" data-text="${searchable(row)}">
<summary><b>${escape(row.id)}</b> <code>${escape(row.breaks)}</code>${row.kill ? ` <small>${row.kill.requests} requests</small>` : ''}</summary>
<p>${prose(row.bug)}</p>${killWords(row)}${row.budgets.length > 0 ? `<p>Within a budget of ${budgetWords(row)}.</p>` : ''}
${collateral(row)}${peerWords(row)}<p><a href="#${row.id}">link to this defect</a></p></details>`
}

const defectList = ({ defects }: KillMatrix): string =>
  byArea(defects)
    .map(([area, rows]) => `<section id="area-${area}"><h3>${area}</h3>${rows.map(defectItem).join('\n')}</section>`)
    .join('\n')

const openPoints = ({ second_looks, vacuous, alone, gaps, references }: KillMatrix): string => {
  const alarms = [...new Set(references.flatMap(({ findings }) => findings))]
  const list = (title: string, ids: readonly string[]): string =>
    ids.length === 0
      ? ''
      : `<details><summary>${title} (${ids.length})</summary><ul>${ids.map((id) => `<li><code>${escape(id)}</code></li>`).join('')}</ul></details>`
  return [
    list('False alarms: rules red without a defect', alarms),
    list('Defects caught, or without unexplained collateral, at the second look only', second_looks),
    list('Checks that failed for no defect', vacuous ?? []),
    list(
      'Checks that come after others that catch the same, each with a defect for which it fails alone',
      (alone ?? []).map(({ check, defect }) => `${check}: ${defect}`),
    ),
    list('Testable rules without a defect', gaps),
  ].join('')
}

const partWords = ({ shard, merged }: KillMatrix): string => {
  if (shard)
    return ` This is part ${shard.index} of ${shard.of}: it shows its own defects, and all parts together are judged.`
  return merged ? ` Joined from ${merged.length} parts.` : ''
}

/** Without head and body, to be put into a larger page. */
export const matrixSection = (matrix: KillMatrix): string => {
  const { summary, defects, selection, seed, suite, started_at } = matrix
  return `<h1>${summary.killed} of ${defects.length} deliberate defects caught</h1>
<p>${suite.name} ${suite.version}, contract ${suite.contract}, seed ${seed}, ${escape(started_at)}; ${escape(selection.how)}, ${selection.of} in all.
${summary.survived} not caught, ${summary.unjudged} not judged, ${summary.not_run ?? 0} not run.${partWords(matrix)}</p>
${scoreTable(matrix)}${matrix.peers ? peerTable(matrix.peers, escape) : ''}${openPoints(matrix)}${areaTable(matrix)}
<h2 id="defects">The defects</h2>
<form role="search"><label>Search <input id="text" type="search" placeholder="defect, rule or check"></label>
<label>Show <select id="tag"><option value="">all</option><option value="survived">not caught</option>
<option value="unjudged">not judged</option><option value="not-run">not run</option><option value="collateral">with more red than the rule</option>
<option value="unexplained">with something unexplained</option></select></label> <output id="shown"></output></form>
${defectList(matrix)}`
}

export const matrixPage = (matrix: KillMatrix): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kill matrix: ${matrix.summary.killed} of ${matrix.defects.length} caught</title><style>${pageStyle}</style></head>
<body><main>${matrixSection(matrix)}</main><script>${pageScript}</script></body></html>
`
