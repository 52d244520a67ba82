// What is violated, by cause.
import { causesOfRun, type Cause } from '../causes-of-run.ts'
import type { Run } from '../summary.ts'
import { titleOf } from '../violation-title.ts'
import { causeAnchor, formerAnchor, type Traffic } from './links.ts'
import { html, type Html, type Piece } from './markup.ts'
import { violation } from './violation.ts'
import { prose, times } from './words.ts'

/** Each further one is shown without evidence: a target that fails so often needs no more. */
const mostInFull = 40

const found = new WeakMap<Run, Cause[]>()

/** The page asks for them in several places. */
const causesOf = (run: Run): Cause[] => {
  const causes = found.get(run) ?? causesOfRun(run)
  found.set(run, causes)
  return causes
}

export const violationCount = (run: Run): number => causesOf(run).length

/** By name, each a link; `most` of them. */
export const violationLinks = (run: Run, most: number): Piece => {
  const causes = causesOf(run)
  return (
    causes.length > 0 &&
    html`<ol class="overview">
      ${causes.slice(0, most).map(
        ({ cause, finding, times: all }) =>
          html`<li>
            <a href="#${causeAnchor(cause)}">${prose(titleOf(finding, run))}</a>
            <span class="soft"><code>${finding.rule}</code> · ${times(all, 'finding')}</span>
          </li>`,
      )}
    </ol>`
  )
}

export const violationsSection = (run: Run, traffic: Traffic, rulePages: string | null): Html => {
  const causes = causesOf(run)
  const judged = run.rules.some(({ verdict }) => verdict === 'pass')
  const none = judged ? 'None: every rule that was tested passes.' : 'None; no rule was tested.'
  return html`<section id="violations" aria-labelledby="violations-title">
    ${formerAnchor('broken')}
    <h2 id="violations-title">Violations</h2>
    ${causes.length === 0 ? html`<p class="empty">${none}</p>` : html`<p>${times(causes.length, 'cause')}, ${times(run.findings.length + run.again.length, 'finding')}.</p>`}
    ${causes.map((cause, index) => violation(cause, run, traffic, { full: index < mostInFull, rulePages }))}
  </section>`
}
