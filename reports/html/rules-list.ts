// Every rule by its area, with its verdict, the checks that spoke for it and what they looked at; the script filters it.
import { countVerdicts, verdictNames, type Run } from '../summary.ts'
import type { RuleJudged } from '../run-record.ts'
import { checkLink, ruleAnchor, trafficLinks } from './links.ts'
import { html, join, type Html } from './markup.ts'
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
        rule.reason !== null &&
        html`<dt>Reason</dt>
          <dd>${rule.reason}</dd>`
      }
      <dt>Compared</dt>
      <dd>${times(rule.evidence, 'time')}</dd>
      ${
        rule.checks.length > 0 &&
        html`<dt>Checks</dt>
          <dd>${join(rule.checks.map(checkLink), ', ')}</dd>`
      }
      ${
        rule.requests.length > 0 &&
        html`<dt>Shown by</dt>
          <dd>${trafficLinks(rule.requests)}</dd>`
      }
    </dl>
    <p class="permalink"><a href="#${ruleAnchor(rule.rule)}">Link to this rule</a></p>
  </details> `

const areaSection = (area: string, rules: readonly RuleJudged[]): Html => {
  const counts = countVerdicts(rules)
  const told = verdictNames.filter((verdict) => counts[verdict] > 0)
  return html`<section class="area" data-area="${area}" id="area-${area}" aria-labelledby="area-${area}-title">
    <h3 id="area-${area}-title">
      ${area}
      <span class="soft"
        >${join(
          told.map((verdict) => html`${number(counts[verdict])} ${counted(verdict, counts[verdict])}`),
          ', ',
        )}</span
      >
    </h3>
    ${rules.map(item)}
  </section>`
}

const filters = (areas: readonly string[], run: Run): Html => {
  const counts = countVerdicts(run.rules)
  return html`<form class="filters" role="search" aria-label="Filter the rules" id="rule-filters">
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
    <label class="grow"
      >Text <input name="q" type="search" autocomplete="off" placeholder="words of a rule, its id, a check"
    /></label>
    <button type="reset">Show all</button> <output aria-live="polite"></output>
  </form>`
}

export const rulesSection = (run: Run): Html => {
  const areas = [...new Set(run.rules.map(({ rule }) => areaOf(rule)))].toSorted()
  return html`<section id="rules" aria-labelledby="rules-title">
    <h2 id="rules-title">Rules</h2>
    ${run.rules.length === 0 ? html`<p class="empty">The run ended before any rule got a verdict.</p>` : filters(areas, run)}
    ${areas.map((area) =>
      areaSection(
        area,
        run.rules.filter(({ rule }) => areaOf(rule) === area),
      ),
    )}
    <p class="empty" id="no-rule" hidden>No rule is like that. “Show all” takes the filters away.</p>
  </section>`
}
