// What is violated, by cause.
import { findingsOf, splitCauses, type Cause, type SplitCauses } from '../causes-of-run.ts'
import type { Run } from '../summary.ts'
import { titleOf } from '../violation-title.ts'
import { causeAnchor, formerAnchor, type Traffic } from './links.ts'
import { html, type Html, type Piece } from './markup.ts'
import { violation } from './violation.ts'
import { prose, times } from './words.ts'

/** Each further one is shown without evidence: a target that fails so often needs no more. */
const mostInFull = 40

const found = new WeakMap<Run, SplitCauses>()

/** The page asks for them in several places. */
const causesOf = (run: Run): SplitCauses => {
  const causes = found.get(run) ?? splitCauses(run)
  found.set(run, causes)
  return causes
}

export const violationCount = (run: Run): number => causesOf(run).violations.length
export const arguableCount = (run: Run): number => causesOf(run).arguable.length

const links = (causes: readonly Cause[], run: Run, most: number): Piece =>
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

/** By name, each a link; `most` of them. */
export const violationLinks = (run: Run, most: number): Piece => links(causesOf(run).violations, run, most)
export const arguableLinks = (run: Run, most: number): Piece => links(causesOf(run).arguable, run, most)

const countLine = (causes: readonly Cause[]): Html =>
  html`<p>${times(causes.length, 'cause')}, ${times(findingsOf(causes), 'finding')}.</p>`

const arguableSection = (run: Run, traffic: Traffic, rulePages: string | null): Piece => {
  const { arguable } = causesOf(run)
  return (
    arguable.length > 0 &&
    html`<section id="arguable" aria-labelledby="arguable-title">
      <h2 id="arguable-title">Arguable</h2>
      ${countLine(arguable)}
      <p>
        The contract does not say these rules in plain words, and a server that reads it otherwise may keep it. They do
        not fail the run; <code>--strict</code> makes them violations.
      </p>
      ${arguable.map((cause, index) => violation(cause, run, traffic, { full: index < mostInFull, rulePages }))}
    </section>`
  )
}

export const violationsSection = (run: Run, traffic: Traffic, rulePages: string | null): Html => {
  const { violations, arguable } = causesOf(run)
  const judged = run.rules.some(({ verdict }) => verdict === 'pass')
  const passes =
    arguable.length > 0 ? 'None: what is arguable is listed below.' : 'None: every rule that was tested passes.'
  const none = judged ? passes : 'None; no rule was tested.'
  return html`<section id="violations" aria-labelledby="violations-title">
      ${formerAnchor('broken')}
      <h2 id="violations-title">Violations</h2>
      ${violations.length === 0 ? html`<p class="empty">${none}</p>` : countLine(violations)}
      ${violations.map((cause, index) => violation(cause, run, traffic, { full: index < mostInFull, rulePages }))}
    </section>
    ${arguableSection(run, traffic, rulePages)}`
}
