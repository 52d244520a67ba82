// The rules without a verdict, grouped by the reason, with what to do to get them tested.
import { reasonGroups, type ReasonGroup } from '../reason-groups.ts'
import type { RuleJudged, VerdictName } from '../run-record.ts'
import { blockedGroups, isBlocked } from '../blocked.ts'
import { blockExcuseOf, type Run } from '../summary.ts'
import { lazy } from './lazy.ts'
import { formerAnchor, ruleLink } from './links.ts'
import { html, type Html, type Piece } from './markup.ts'
import { counted, prose, times, verdictTag, verdictWords } from './words.ts'

/** Names stand between backticks; that of a rule leads to it. */
const remedyWords = (remedy: string, { rules }: Run): Html =>
  html`${remedy.split('`').map((part, index) => {
    if (index % 2 === 0) return part
    return rules.some(({ rule }) => rule === part) ? ruleLink(part) : html`<code>${part}</code>`
  })}`

const ruleItems = (rules: readonly RuleJudged[]): Html =>
  html`<ul class="plain">
    ${rules.map(({ rule, text }) => html`<li>${ruleLink(rule)} <span class="soft">${prose(text)}</span></li>`)}
  </ul>`

const noSetting = 'No setting changes this: it depends on the target, or on what it did in this run.'

const item = ({ verdict, sentence, remedy, rules }: ReasonGroup, run: Run): Html => {
  const first = rules[0]!
  const excuse = blockExcuseOf(run, first.rule)
  return html`<li class="untested">
    ${isBlocked(first) ? html`<span class="tag ${verdict}">⊘ blocked</span>` : verdictTag(verdict)}
    <b>${times(rules.length, 'rule')}</b>: ${sentence}. ${excuse !== null && html`<p class="soft">${excuse}</p>`}
    <p class="remedy">
      ${remedy ? html`<b>To test ${rules.length === 1 ? 'it' : 'them'}:</b> ${remedyWords(remedy, run)}` : html`<span class="soft">${noSetting}</span>`}
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
  for (const { sentence, remedy, rules } of reasonGroups(run.rules, openVerdicts)) {
    const words = remedy === null ? html`${sentence}.` : remedyWords(remedy, run)
    const entry = byRemedy.get(words.markup) ?? { words, rules: 0 }
    byRemedy.set(words.markup, { words, rules: entry.rules + rules.length })
  }
  const entries = [...byRemedy.values()].toSorted((a, b) => b.rules - a.rules)
  if (entries.length === 0) return false
  const left = entries.length - most
  return html`<ul class="remedies">
    ${entries.slice(0, most).map(({ words, rules }) => html`<li><b>${times(rules, 'rule')}</b> <span class="capital">${words}</span></li>`)}
    ${left > 0 && html`<li><a href="#not-tested">${times(left, 'more reason')}</a></li>`}
  </ul>`
}

export const notTestedCount = (run: Run): number =>
  run.rules.filter(({ verdict }) => openVerdicts.includes(verdict)).length

export const notTestedSection = (run: Run): Html => {
  const others = run.rules.filter((rule) => !isBlocked(rule))
  const groups = [...blockedGroups(run.rules), ...reasonGroups(others, openVerdicts)]
  const beside = reasonGroups(run.rules, ['not-applicable'])
  const count = beside.reduce((sum, { rules }) => sum + rules.length, 0)
  return html`<section id="not-tested" aria-labelledby="not-tested-title">
    ${formerAnchor('not-judged')}
    <h2 id="not-tested-title">Without a verdict</h2>
    ${
      groups.length === 0
        ? html`<p class="empty">
            ${run.rules.length === 0 ? 'No rule has a verdict.' : 'Every rule that applies was tested.'}
          </p>`
        : html`<ul class="groups">
            ${groups.map((group) => item(group, run))}
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
            ${beside.map(({ sentence, rules }) => html`<li>${sentence}${ruleItems(rules)}</li>`)}
          </ul>`,
        )}
      </details>`
    }
  </section>`
}
