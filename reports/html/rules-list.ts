// Every rule by its area, with its verdict and the checks that verify it: what fails is in sight, what passes is folded.
import { countVerdicts, verdictNames, type Run } from '../summary.ts'
import type { RuleJudged } from '../run-record.ts'
import type { Pack } from './lazy.ts'
import { ruleAnchor } from './links.ts'
import { html, join, type Html, type Piece } from './markup.ts'
import { saysMore } from '../rule-basis.ts'
import { restsOn } from './rests-on.ts'
import { noEntry, textFilter } from './rule-filters.ts'
import { areaOf, counted, number, prose, times, verdictTag, verdictWords } from './words.ts'

const item = (rule: RuleJudged): Html =>
  html`<details class="rule" id="${ruleAnchor(rule.rule)}" data-verdict="${rule.verdict}">
    <summary>
      ${verdictTag(rule.verdict)} <span class="text">${prose(rule.text)}</span> <code class="id">${rule.rule}</code>
    </summary>
    <dl>
      <dt>Contract</dt>
      <dd>${prose(rule.source)}</dd>
      ${
        saysMore(rule) &&
        html`<dt>Rests on</dt>
          <dd>${restsOn(rule)}</dd>`
      }
      ${
        rule.counter !== undefined &&
        html`<dt>Counter-reading</dt>
          <dd>${prose(rule.counter)}</dd>`
      }
      ${
        rule.reason !== null &&
        html`<dt>Reason</dt>
          <dd>${rule.reason}</dd>`
      }
      <dt>Compared</dt>
      <dd>${times(rule.evidence, 'time')}</dd>
      ${
        rule.checks.length > 0 &&
        html`<dt>Checks</dt>
          <dd class="refs" data-to="check-">${rule.checks.join(' ')}</dd>`
      }
      ${
        rule.requests.length > 0 &&
        html`<dt>Shown by</dt>
          <dd class="refs">${rule.requests.join(' ')}</dd>`
      }
    </dl>
  </details> `

const countWords = (rules: readonly RuleJudged[]): Html => {
  const counts = countVerdicts(rules)
  return join(
    verdictNames
      .filter((verdict) => counts[verdict] > 0)
      .map(
        (verdict) =>
          html`<span class="${verdict === 'fail' ? 'bad' : ''}"
            >${number(counts[verdict])} ${counted(verdict, counts[verdict])}</span
          >`,
      ),
    ', ',
  )
}

/** The rules of one area that need no look are one step further away. */
const others = (rules: readonly RuleJudged[], pack: Pack): Piece =>
  rules.length > 0 &&
  html`<details class="others">
    <summary class="soft">${countWords(rules)}</summary>
    ${pack.later(rules.map(item))}
  </details>`

const areaSection = (area: string, rules: readonly RuleJudged[], pack: Pack): Html => {
  const failed = rules.filter(({ verdict }) => verdict === 'fail' || verdict === 'arguable' || verdict === 'error')
  const rest = rules.filter((rule) => !failed.includes(rule))
  return html`<details class="area" data-area="${area}" id="area-${area}" ${failed.length > 0 && html` open`}>
    <summary>
      <h3>${area}</h3>
      <span class="soft">${countWords(rules)}</span>
    </summary>
    ${failed.length > 0 ? [failed.map(item), others(rest, pack)] : pack.later(rest.map(item))}
  </details>`
}

const filters = (areas: readonly string[], run: Run): Html => {
  const counts = countVerdicts(run.rules)
  return html`<form
    class="filters"
    role="search"
    aria-label="Filter the rules"
    id="rule-filters"
    data-list="rules"
    data-count="${run.rules.length}"
  >
    <label
      >Verdict
      <select name="verdict">
        <option value="">any</option>
        ${verdictNames
          .filter((verdict) => counts[verdict] > 0)
          .map(
            (verdict) =>
              html`<option value="${verdict}">${verdictWords[verdict].word} (${number(counts[verdict])})</option>`,
          )}
      </select></label
    >
    <label
      >Area
      <select name="area">
        <option value="">any</option>
        ${areas.map((area) => html`<option>${area}</option>`)}
      </select></label
    >
    ${textFilter}
  </form>`
}

export const rulesSection = (run: Run, pages: string | null, pack: Pack): Html => {
  const areas = [...new Set(run.rules.map(({ rule }) => areaOf(rule)))].toSorted()
  return html`<section id="rules" aria-labelledby="rules-title" ${pages !== null && html` data-pages="${pages}"`}>
    <h2 id="rules-title">Rules</h2>
    ${run.rules.length === 0 ? html`<p class="empty">The run ended before any rule had a verdict.</p>` : filters(areas, run)}
    ${areas.map((area) =>
      areaSection(
        area,
        run.rules.filter(({ rule }) => areaOf(rule) === area),
        pack,
      ),
    )}
    ${noEntry}
  </section>`
}
