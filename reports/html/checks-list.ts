// The checks and invariants of the run: what each verified, what it cost, and where to see it.
import type { CheckFinished, RuleJudged } from '../run-record.ts'
import type { Run } from '../summary.ts'
import type { Pack } from './lazy.ts'
import { checkAnchor, sourceAnchor } from './links.ts'
import { html, type Html, type Piece } from './markup.ts'
import { areaOf, number, seconds, times, verdictTag } from './words.ts'

const rulesOf = (rules: readonly RuleJudged[]): Map<string, RuleJudged[]> => {
  const byCheck = new Map<string, RuleJudged[]>()
  for (const rule of rules) for (const check of rule.checks) byCheck.set(check, [...(byCheck.get(check) ?? []), rule])
  return byCheck
}

const verified = (rules: readonly RuleJudged[]): Piece =>
  rules.length > 0 && html`<p class="refs" data-to="rule-">${rules.map(({ rule }) => rule).join(' ')}</p>`

const item = (
  name: string,
  end: CheckFinished | undefined,
  rules: readonly RuleJudged[],
  sent: ReadonlySet<string>,
): Html => {
  const how = name.startsWith('invariant.') ? 'invariant' : name === 'observed' ? '' : 'did not run'
  const verdict = end ? html`${verdictTag(end.verdict)}` : html`<span class="tag">${how}</span>`
  return html`<details class="check" id="${checkAnchor(name)}">
    <summary>
      ${verdict} <code>${name}</code>
      <span class="soft">${times(rules.length, 'rule')}${end && `, ${seconds(end.ms)}`}</span>
    </summary>
    ${end?.reason && html`<p>${end.reason}</p>`}${verified(rules)}
    <p>
      ${sent.has(name) ? html`<a href="#${sourceAnchor(name)}">Its requests</a>` : html`<span class="soft">No request of its own: it examines what others sent.</span>`}
      · <a href="#${checkAnchor(name)}">Link to this check</a>
    </p>
  </details> `
}

export const checksSection = (run: Run, pack: Pack): Html => {
  const rules = rulesOf(run.rules)
  const ends = new Map(run.checks.map((check) => [check.check, check]))
  const sent = new Set(run.exchanges.map(({ source }) => source))
  // A finding may be of one that no rule lists.
  const names = [
    ...new Set([...ends.keys(), ...run.planned, ...rules.keys(), ...run.findings.map(({ check }) => check)]),
  ]
  const areas = [...new Set(names.map(areaOf))].toSorted()
  return html`<section id="checks" aria-labelledby="checks-title">
    <h2 id="checks-title">Checks</h2>
    <p>
      ${number(run.checks.length)} of ${number(run.planned.length)} planned checks
      ran${run.environment?.receiver_url ? '' : '; invariants examine every exchange and delivery'}.
    </p>
    ${areas.map((area) => {
      const own = names.filter((name) => areaOf(name) === area).toSorted()
      const failed = own.filter((name) => ends.get(name)?.verdict === 'fail').length
      return html`<details class="group">
        <summary>
          ${area}
          <span class="soft">${own.length}${failed > 0 && html`, <span class="bad">${failed} fail</span>`}</span>
        </summary>
        ${pack.later(own.map((name) => item(name, ends.get(name), rules.get(name) ?? [], sent)))}
      </details>`
    })}
  </section>`
}
