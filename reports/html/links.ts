// The anchor of every rule, check, exchange and delivery, and links to them.
import type { RecordedDelivery, RecordedExchange } from '../run-record.ts'
import type { Run } from '../summary.ts'
import { html, join, type Html } from './markup.ts'
import { number } from './words.ts'

export const ruleAnchor = (rule: string): string => `rule-${rule}`
export const checkAnchor = (check: string): string => `check-${check}`
/** Where the exchanges that one check, scenario or phase sent are listed. */
export const sourceAnchor = (source: string): string => `sent-by-${source}`
export const causeAnchor = (cause: string): string => `cause-${cause}`
/** What an earlier report called a section: a link to it still leads there. */
export const formerAnchor = (id: string): Html => html`<span id="${id}"></span>`

export const ruleLink = (rule: string): Html => html`<a href="#${ruleAnchor(rule)}"><code>${rule}</code></a>`
export const checkLink = (check: string): Html => html`<a href="#${checkAnchor(check)}"><code>${check}</code></a>`
export const trafficLink = (id: string): Html => html`<a class="x" href="#${id}">${id}</a>`

const mostLinks = 200

export const trafficLinks = (ids: readonly string[], most = mostLinks): Html => {
  const more = ids.length - most
  return html`${join(ids.slice(0, most).map(trafficLink), ' ')}${more > 0 && html` <span class="soft">and ${number(more)} more</span>`}`
}

export type Traffic = {
  exchanges: ReadonlyMap<string, RecordedExchange>
  deliveries: ReadonlyMap<string, RecordedDelivery>
}

export const trafficOf = (run: Run): Traffic => ({
  exchanges: new Map(run.exchanges.map((one) => [one.id, one])),
  deliveries: new Map(run.deliveries.map((one) => [one.id, one])),
})

export { shortPath } from '../path-of.ts'
