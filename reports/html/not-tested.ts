// What is not tested, grouped by its reason, with what to do to get it tested.
import type { RuleJudged, VerdictName } from '../run-record.ts'
import type { Run } from '../summary.ts'
import { lazy } from './lazy.ts'
import { formerAnchor, ruleLink } from './links.ts'
import { html, type Html, type Piece } from './markup.ts'
import { remedyFor } from './remedies.ts'
import { counted, prose, times, verdictTag, verdictWords } from './words.ts'

type Group = { verdict: VerdictName; reason: string; rules: RuleJudged[] }

const groupsOf = (run: Run, verdicts: readonly VerdictName[]): Group[] => {
  const groups = new Map<string, Group>()
  for (const rule of run.rules.filter(({ verdict }) => verdicts.includes(verdict))) {
    const reason = rule.reason ?? 'no reason given'
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

const noSetting = 'No setting changes this: it depends on the target, or on what it did in this run.'

const item = ({ verdict, reason, rules }: Group): Html => {
  const remedy = remedyFor(reason)
  return html`<li class="untested">
    ${verdictTag(verdict)} <b>${times(rules.length, 'rule')}</b>: ${reason}.
    <p class="remedy">
      ${remedy ? html`<b>To test ${rules.length === 1 ? 'it' : 'them'}:</b> ${remedy}` : html`<span class="soft">${noSetting}</span>`}
    </p>
    <details>
      <summary>${times(rules.length, 'rule')}</summary>
      ${lazy(ruleItems(rules))}
    </details>
  </li>`
}

export const openVerdicts: readonly VerdictName[] = ['not-tested', 'inconclusive', 'error']

/** The most common remedies, each with the rules that it would get tested; `most` of them. */
export const remedyList = (run: Run, most: number): Piece => {
  const byRemedy = new Map<string, { words: Html; rules: number }>()
  for (const { reason, rules } of groupsOf(run, openVerdicts)) {
    const words = remedyFor(reason) ?? html`${reason}.`
    const entry = byRemedy.get(words.markup) ?? { words, rules: 0 }
    byRemedy.set(words.markup, { words, rules: entry.rules + rules.length })
  }
  const entries = [...byRemedy.values()].toSorted((a, b) => b.rules - a.rules)
  if (entries.length === 0) return false
  const left = entries.length - most
  return html`<ul class="remedies">
    ${entries.slice(0, most).map(({ words, rules }) => html`<li><b>${times(rules, 'rule')}</b> ${words}</li>`)}
    ${left > 0 && html`<li><a href="#not-tested">${times(left, 'more reason')}</a></li>`}
  </ul>`
}

export const notTestedCount = (run: Run): number =>
  run.rules.filter(({ verdict }) => openVerdicts.includes(verdict)).length

export const notTestedSection = (run: Run): Html => {
  const groups = groupsOf(run, openVerdicts)
  const beside = groupsOf(run, ['not-applicable'])
  const count = beside.reduce((sum, { rules }) => sum + rules.length, 0)
  return html`<section id="not-tested" aria-labelledby="not-tested-title">
    ${formerAnchor('not-judged')}
    <h2 id="not-tested-title">Not tested</h2>
    ${
      groups.length === 0
        ? html`<p class="empty">
            ${run.rules.length === 0 ? 'No rule has a verdict.' : 'Every rule that applies was tested.'}
          </p>`
        : html`<ul class="groups">
            ${groups.map(item)}
          </ul>`
    }
    ${
      count > 0 &&
      html`<details class="beside">
        <summary>
          ${times(count, 'rule')} ${counted('not-applicable', count)}: ${verdictWords['not-applicable'].means}
        </summary>
        ${lazy(
          html`<ul class="groups">
            ${beside.map(({ reason, rules }) => html`<li>${reason}${ruleItems(rules)}</li>`)}
          </ul>`,
        )}
      </details>`
    }
  </section>`
}
