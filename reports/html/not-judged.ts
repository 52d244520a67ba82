// What was not judged, grouped by its reason, with what must be done to get it judged.
import type { RuleJudged, VerdictName } from '../run-record.ts'
import type { Run } from '../summary.ts'
import { ruleLink } from './links.ts'
import { html, type Html, type Piece } from './markup.ts'
import { mendFor } from './mends.ts'
import { counted, prose, times, verdictTag, verdictWords } from './words.ts'

type Group = { verdict: VerdictName; reason: string; rules: RuleJudged[] }

const groupsOf = (run: Run, verdicts: readonly VerdictName[]): Group[] => {
  const groups = new Map<string, Group>()
  for (const rule of run.rules.filter(({ verdict }) => verdicts.includes(verdict))) {
    const reason = rule.reason ?? 'no reason was given'
    const key = `${rule.verdict} ${reason}`
    const group = groups.get(key) ?? { verdict: rule.verdict, reason, rules: [] }
    group.rules.push(rule)
    groups.set(key, group)
  }
  const rank = ({ verdict }: Group): number => verdicts.indexOf(verdict)
  return [...groups.values()].toSorted((a, b) => rank(a) - rank(b) || b.rules.length - a.rules.length)
}

const ruleItems = (rules: readonly RuleJudged[]): Html =>
  html`<ul class="plain">
    ${rules.map(({ rule, text }) => html`<li>${ruleLink(rule)} <span class="soft">${prose(text)}</span></li>`)}
  </ul>`

const item = ({ verdict, reason, rules }: Group): Html => {
  const mend = mendFor(reason)
  return html`<li class="unjudged">
    ${verdictTag(verdict)} <b>${times(rules.length, 'rule')}</b>: ${reason}.
    <p class="mend">
      ${mend ? html`<b>To get ${rules.length === 1 ? 'it' : 'them'} judged:</b> ${mend}` : html`<span class="soft">No setting changes this: it is how the target is, or what it decided in this run.</span>`}
    </p>
    <details>
      <summary>${times(rules.length, 'rule')}</summary>
      ${ruleItems(rules)}
    </details>
  </li>`
}

const warnings = (run: Run): Piece => {
  const found = run.preflight.filter(({ verdict }) => verdict !== 'ok')
  if (found.length === 0) return false
  return html`<h3>Seen before any check</h3>
    <ul class="plain">
      ${found.map(
        ({ code, subject, message, verdict }) =>
          html`<li>
            <span class="tag ${verdict === 'fatal' ? 'fail' : 'inconclusive'}"
              ><span aria-hidden="true">!</span> ${verdict}</span
            >
            <code>${subject}</code> <code>${code ?? ''}</code>: ${message}
          </li>`,
      )}
    </ul>`
}

export const notJudgedCount = (run: Run): number =>
  run.rules.filter(({ verdict }) => verdict === 'error' || verdict === 'inconclusive' || verdict === 'not-tested')
    .length

export const notJudgedSection = (run: Run): Html => {
  const groups = groupsOf(run, ['error', 'inconclusive', 'not-tested'])
  const beside = groupsOf(run, ['not-applicable'])
  const count = beside.reduce((sum, { rules }) => sum + rules.length, 0)
  return html`<section id="not-judged" aria-labelledby="not-judged-title">
    <h2 id="not-judged-title">What was not judged, and how to get it judged</h2>
    ${warnings(run)}
    ${
      groups.length === 0
        ? html`<p class="empty">
            ${run.rules.length === 0 ? 'No rule got a verdict.' : 'Every rule that applies was judged.'}
          </p>`
        : html`<ul class="groups">
            ${groups.map(item)}
          </ul>`
    }
    ${
      count > 0 &&
      html`<details class="beside">
        <summary>
          ${times(count, 'rule')} besides that ${counted('not-applicable', count)}:
          ${verdictWords['not-applicable'].means}
        </summary>
        <ul class="groups">
          ${beside.map(({ reason, rules }) => html`<li>${reason}${ruleItems(rules)}</li>`)}
        </ul>
      </details>`
    }
  </section>`
}
