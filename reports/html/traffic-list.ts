// Every exchange by what sent it, and every delivery: the script writes the rows of what is opened, and opens one of them in full.
import { groupBy } from '../group-by.ts'
import { shownWrong } from '../more-findings.ts'
import type { Run } from '../summary.ts'
import type { Pack } from './lazy.ts'
import { sourceAnchor } from './links.ts'
import { html, type Html, type Piece } from './markup.ts'
import { number, times } from './words.ts'

const heads = {
  exchanges: ['Exchange', 'Request', 'Response', 'Operation', 'As', 'Sent', 'ms'],
  deliveries: ['Delivery', 'Event', 'Event id', 'Answered', 'Received'],
}

/** Without a script a list of ids, by which run.ndjson has each. */
const group = (kind: keyof typeof heads, summary: Piece, ids: readonly string[], id: string | null): Html =>
  html`<details
    class="group rows"
    data-kind="${kind}"
    data-heads="${heads[kind].join('|')}"
    ${id !== null && html` id="${id}"`}
  >
    <summary>${summary}</summary>
    <p class="ids">${ids.join(' ')}</p>
  </details> `

const chunk = 200

const exchangeGroups = (run: Run, wrong: ReadonlySet<string>): Html[] => {
  return [...groupBy(run.exchanges, ({ source }) => source)].map(([source, own]) => {
    const bad = own.filter(({ id }) => wrong.has(id)).length
    const summary = html`<code>${source}</code>
      <span class="soft">${number(own.length)}${bad > 0 && html`, ${number(bad)} in findings`}</span>`
    return group(
      'exchanges',
      summary,
      own.map(({ id }) => id),
      sourceAnchor(source),
    )
  })
}

const deliveryGroups = (run: Run): Html[] =>
  Array.from({ length: Math.ceil(run.deliveries.length / chunk) }, (_, index) => {
    const ids = run.deliveries.slice(index * chunk, (index + 1) * chunk).map(({ id }) => id)
    return group('deliveries', html`${ids[0]!} to ${ids.at(-1)!}`, ids, null)
  })

const part = (title: string, groups: readonly Html[], none: string, pack: Pack): Html =>
  groups.length === 0
    ? html`<p class="empty">${none}</p>`
    : html`<details class="group">
        <summary>${title}</summary>
        ${pack.later(groups)}
      </details>`

export const trafficSection = (run: Run, pack: Pack): Html => {
  const wrong = shownWrong(run)
  const deliveries = run.deliveries.length === 1 ? '1 delivery' : `${number(run.deliveries.length)} deliveries`
  return html`<section id="traffic" aria-labelledby="traffic-title">
    <h2 id="traffic-title">${run.environment?.receiver_url ? 'Exchanges' : 'Exchanges and deliveries'}</h2>
    <noscript
      ><p class="notice">
        Headers and bodies need the page’s script. Without it they are in <code>run.ndjson</code> beside this report, by
        the same ids.
      </p></noscript
    >
    <form class="open-one needs-script" id="open-one">
      <label>Open by id <input name="id" autocomplete="off" placeholder="x12" size="8" /></label>
      <button>Open</button> <output aria-live="polite"></output>
    </form>
    ${part(`${times(run.exchanges.length, 'exchange')}, by the check that sent them`, exchangeGroups(run, wrong), 'No request was sent.', pack)}
    ${!run.environment?.receiver_url && part(`${deliveries} to the webhook receiver`, deliveryGroups(run), 'No webhook was delivered.', pack)}
  </section>`
}
