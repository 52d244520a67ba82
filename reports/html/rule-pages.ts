// The rules of the contract as a folder of pages: an index, and a page for each area in which every rule has an address.
import { groupBy } from '../group-by.ts'
import { lazy } from './lazy.ts'
import { html, join, type Html, type Piece } from './markup.ts'
import type { Basis } from '../run-record.ts'
import { filterScript, listPageScript } from './script-filters.ts'
import { noEntry, textFilter } from './rule-filters.ts'
import { shell, type Entry } from './shell.ts'
import { number, prose, times } from './words.ts'

/** A rule with all that is known of it. */
export type RuleEntry = {
  id: string
  area: string
  text: string
  /** The section of the contract. */
  source: string
  basis?: Basis
  /** Addresses of passages. */
  passages?: readonly string[]
  counter?: string
  party: string
  level: string
  operations: readonly string[]
  checks: readonly { id: string; needs: readonly string[] }[]
  /** They examine every exchange or delivery. */
  invariants: readonly string[]
  /** Why no check verifies it; null where one does. */
  unverified: string | null
  /** `also`: it violates another rule first. */
  defects: readonly { id: string; bug: string; also: boolean }[]
  freedoms: readonly { id: string; question: string; readings: Readonly<Record<string, string>> }[]
  /** Of the source tree; none where there is no source tree. */
  files: readonly { what: string; path: string }[]
}

/** Where a rule has its address, from the folder of the pages. */
export const ruleAddress = (rule: string): string => `${rule.split('.')[0]!}.html#${rule}`

const listOf = (items: readonly Piece[]): Html =>
  html`<ul class="plain">
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`

const row = (name: string, value: Piece): Html =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`

const checksView = ({ checks, invariants, unverified }: RuleEntry): Piece => {
  if (unverified !== null) return unverified
  return listOf([
    ...checks.map(
      ({ id, needs }) =>
        html`<code>${id}</code>${needs.length > 0 && html` <span class="soft">needs ${needs.join(', ')}</span>`}`,
    ),
    ...invariants.map((id) => html`<code>${id}</code> <span class="soft">on every exchange or delivery</span>`),
  ])
}

const defectsView = ({ defects }: RuleEntry): Piece =>
  defects.length === 0
    ? 'none'
    : listOf(
        defects.map(
          ({ id, bug, also }) =>
            html`${prose(bug)} <code>${id}</code>${also && html` <span class="soft">(another rule first)</span>`}`,
        ),
      )

const freedomsView = ({ freedoms }: RuleEntry): Piece =>
  listOf(
    freedoms.map(
      ({ id, question, readings }) =>
        html`${prose(question)}
          <code>${id}</code
          >${listOf(Object.entries(readings).map(([name, words]) => html`<b>${name}</b>: ${prose(words)}`))}`,
    ),
  )

const filesView = ({ files }: RuleEntry): Piece =>
  listOf(files.map(({ what, path }) => html`<code>${path}</code> <span class="soft">${what}</span>`))

const ruleItem = (rule: RuleEntry): Html => {
  const { id, text, source, basis, passages, counter, party, level, operations, freedoms, files } = rule
  return html`<details class="rule" id="${id}" data-party="${party}">
    <summary>
      <span class="tag">${party}, ${level}</span> <span class="text">${prose(text)}</span> <code class="id">${id}</code>
    </summary>
    <dl>
      ${row('Contract', prose(source))}${basis !== undefined && row('Basis', basis)}${passages !== undefined && passages.length > 0 && row('Rests on', listOf(passages.map(prose)))}${counter !== undefined && row('Counter-reading', prose(counter))}${row('Operations', operations.join(', '))}${row('Checks', checksView(rule))}${row('Defects', defectsView(rule))}${freedoms.length > 0 && row('Left open', freedomsView(rule))}${files.length > 0 && row('Files', filesView(rule))}
    </dl>
  </details> `
}

const filters = (count: number, options: readonly [name: string, label: string, values: readonly string[]][]): Html =>
  html`<form class="filters" role="search" aria-label="Filter the rules" data-list="rules" data-count="${count}">
    ${options.map(
      ([name, label, values]) =>
        html`<label
          >${label}
          <select name="${name}">
            <option value="">any</option>
            ${values.map((value) => html`<option>${value}</option>`)}
          </select></label
        >`,
    )}
    ${textFilter}
  </form>`

const parties = ['service', 'client']

/** `report`: where the report of a run is, from the folder of the pages; null where there is none. */
type Pages = { areas: ReadonlyMap<string, readonly RuleEntry[]>; report: string | null }

const entriesOf = ({ areas, report }: Pages): Entry[] => [
  ...(report === null ? [] : [[report, 'Conformance report', null] as Entry]),
  ['index.html', 'All rules', [...areas.values()].reduce((sum, rules) => sum + rules.length, 0)],
  ...[...areas].map(([area, rules]): Entry => [`${area}.html`, area, rules.length]),
]

const areaPage = (area: string, rules: readonly RuleEntry[], pages: Pages): string =>
  shell({
    title: `Rules: ${area} – assay`,
    name: 'rules of the contract',
    first: ['rules', 'Skip to the rules'],
    entries: entriesOf(pages),
    main: html`<section id="rules" class="summary" aria-labelledby="rules-title">
      <h1 id="rules-title">Rules: ${area}</h1>
      <p class="line">${times(rules.length, 'rule')}, each with its section of the contract, checks and defects.</p>
      ${filters(rules.length, [['party', 'Party', parties]])}${rules.map(ruleItem)}${noEntry}
    </section>`,
    script: `${filterScript}${listPageScript}`,
  })

const shortItem = ({ id, text, party, level, source }: RuleEntry): Html =>
  html`<details class="rule" data-party="${party}">
    <summary>
      <span class="tag">${party}, ${level}</span> <span class="text">${prose(text)}</span> <code class="id">${id}</code>
    </summary>
    <dl>
      ${row('Contract', prose(source))}${row('More', html`<a href="${ruleAddress(id)}">checks, defects, readings</a>`)}
    </dl>
  </details> `

const indexPage = (pages: Pages): string => {
  const { areas } = pages
  const all = [...areas.values()].flat()
  const counts = join(
    parties.map((party) => `${number(all.filter((rule) => rule.party === party).length)} for the ${party}`),
    ', ',
  )
  return shell({
    title: 'Rules of the contract – assay',
    name: 'rules of the contract',
    first: ['rules', 'Skip to the rules'],
    entries: entriesOf(pages),
    main: html`<section id="rules" class="summary" aria-labelledby="rules-title">
      <h1 id="rules-title">Rules of the contract</h1>
      <p class="line">
        ${times(all.length, 'rule')}: ${counts}. A rule is one claim of the contract that can be true or false of a
        server or of a client.
      </p>
      ${filters(all.length, [
        ['party', 'Party', parties],
        ['area', 'Area', [...areas.keys()]],
      ])}
      ${[...areas].map(
        ([area, rules]) =>
          html`<details class="area" data-area="${area}">
            <summary>
              <h2>${area}</h2>
              <span class="soft">${times(rules.length, 'rule')}</span>
            </summary>
            <p><a href="${area}.html">All of ${area}</a></p>
            ${lazy(rules.map(shortItem))}
          </details>`,
      )}${noEntry}
    </section>`,
    script: `${filterScript}${listPageScript}`,
  })
}

/** By file name. */
export const rulePages = (rules: readonly RuleEntry[], report: string | null = null): Map<string, string> => {
  const areas = groupBy(rules, ({ area }) => area)
  const sorted = new Map([...areas].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  const pages = { areas: sorted, report }
  return new Map([
    ['index.html', indexPage(pages)],
    ...[...sorted].map(([area, own]): [string, string] => [`${area}.html`, areaPage(area, own, pages)]),
  ])
}
