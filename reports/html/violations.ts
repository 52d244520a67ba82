// What is violated, by cause.
import type { Run } from '../summary.ts'
import { groupsOf } from './broken.ts'
import { causeAnchor, type Traffic } from './links.ts'
import { html, type Html, type Piece } from './markup.ts'
import { titleOf, violation } from './violation.ts'
import { prose, times } from './words.ts'

/** Each further one is shown without evidence: a target that fails so often needs no more. */
const mostInFull = 40

export const violationCount = (run: Run): number => groupsOf(run).length

/** By name, each a link; `most` of them. */
export const violationLinks = (run: Run, traffic: Traffic, most: number): Piece => {
  const groups = groupsOf(run)
  return (
    groups.length > 0 &&
    html`<ol class="overview">
      ${groups.slice(0, most).map(
        (group) =>
          html`<li>
            <a href="#${causeAnchor(group.id)}">${prose(titleOf(group, run, traffic))}</a>
            <span class="soft"><code>${group.finding.rule}</code> · ${times(group.findings.length, 'finding')}</span>
          </li>`,
      )}
    </ol>`
  )
}

export const violationsSection = (run: Run, traffic: Traffic, rulePages: string | null): Html => {
  const groups = groupsOf(run)
  const judged = run.rules.some(({ verdict }) => verdict === 'pass')
  const none = judged ? 'None: every rule that was tested passes.' : 'None; no rule was tested.'
  return html`<section id="violations" aria-labelledby="violations-title">
    <h2 id="violations-title">Violations</h2>
    ${groups.length === 0 ? html`<p class="empty">${none}</p>` : html`<p>${times(groups.length, 'cause')}, ${times(run.findings.length, 'finding')}.</p>`}
    ${groups.map((group, index) => violation(group, run, traffic, { full: index < mostInFull, rulePages }))}
  </section>`
}
