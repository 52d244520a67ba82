// Every exchange and delivery, one row each, grouped by what sent it; the script opens one with its headers and bodies.
import type { RecordedDelivery, RecordedExchange } from '../run-record.ts'
import type { Run } from '../summary.ts'
import { shortPath, sourceAnchor } from './links.ts'
import { html, type Html, type Piece } from './markup.ts'
import { cut, number, shortIds, times } from './words.ts'

const clock = (time: string): string => time.slice(11, 23)

const statusWords = ({ response, failure }: RecordedExchange): string =>
  response ? String(response.status) : (failure?.kind ?? 'no answer')

const exchangeRow = (exchange: RecordedExchange, broken: boolean): Html => {
  const { id, operation, role, request, started_at, ms } = exchange
  return html`<tr id="${id}">
    <th scope="row"><a class="x" href="#${id}">${id}</a></th>
    <td>${request.method} ${cut(shortIds(shortPath(request.url)), 80)}</td>
    <td>${statusWords(exchange)}${broken && html` <b class="bad"><span aria-hidden="true">✕</span> broken</b>`}</td>
    <td>${operation}</td>
    <td>${role}</td>
    <td>${clock(started_at)}</td>
    <td class="n">${Math.round(ms)}</td>
  </tr> `
}

const headerOf = ({ headers }: RecordedDelivery, name: string): string =>
  headers.find(([given]) => given.toLowerCase() === name)?.[1] ?? ''

const deliveryRow = (delivery: RecordedDelivery, broken: boolean): Html =>
  html`<tr id="${delivery.id}">
    <th scope="row"><a class="x" href="#${delivery.id}">${delivery.id}</a></th>
    <td>${headerOf(delivery, 'x-service-event-type')}</td>
    <td>${shortIds(headerOf(delivery, 'x-service-event-id'))}</td>
    <td>
      ${delivery.answer}${delivery.fault && html` <b class="bad"><span aria-hidden="true">✕</span> ${delivery.fault.fails}</b>`}${broken && html` <b class="bad"><span aria-hidden="true">✕</span> broken</b>`}
    </td>
    <td>${clock(delivery.received_at)}</td>
  </tr> `

const heads = {
  exchanges: ['Exchange', 'Request', 'Answer', 'Operation', 'As', 'Sent', 'ms'],
  deliveries: ['Delivery', 'Event', 'Event id', 'Answered', 'Received'],
}

const table = (kind: keyof typeof heads, caption: string, rows: Piece): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
    <table class="traffic">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads[kind].map((head) => html`<th scope="col" ${head === 'ms' && html` class="n"`}>${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`

const chunk = 200

export const trafficSection = (run: Run): Html => {
  const broken = new Set(run.findings.flatMap(({ requests }) => requests))
  const bySource = new Map<string, RecordedExchange[]>()
  for (const exchange of run.exchanges) {
    const own = bySource.get(exchange.source)
    if (own) own.push(exchange)
    else bySource.set(exchange.source, [exchange])
  }
  const parts = Array.from({ length: Math.ceil(run.deliveries.length / chunk) }, (_, index) =>
    run.deliveries.slice(index * chunk, (index + 1) * chunk),
  )
  return html`<section id="traffic" aria-labelledby="traffic-title">
    <h2 id="traffic-title">Exchanges and deliveries</h2>
    <noscript
      ><p class="notice">
        Headers and bodies open by script. Without it they are in <code>run.ndjson</code> beside this report, by the
        same ids.
      </p></noscript
    >
    <form class="open-one needs-script" id="open-one">
      <label>Open by its id <input name="id" autocomplete="off" placeholder="x12" size="8" /></label>
      <button>Open</button> <output aria-live="polite"></output>
    </form>
    <h3>${times(run.exchanges.length, 'exchange')}, by what sent them</h3>
    ${run.exchanges.length === 0 && html`<p class="empty">Nothing was sent.</p>`}
    ${[...bySource].map(([source, own]) => {
      const bad = own.filter(({ id }) => broken.has(id)).length
      return html`<details class="group" id="${sourceAnchor(source)}">
        <summary>
          <code>${source}</code>
          <span class="soft">${number(own.length)}${bad > 0 && html`, ${number(bad)} in findings`}</span>
        </summary>
        ${table(
          'exchanges',
          `Exchanges of ${source}`,
          own.map((exchange) => exchangeRow(exchange, broken.has(exchange.id))),
        )}
      </details> `
    })}
    <h3>
      ${run.deliveries.length === 1 ? '1 delivery' : `${number(run.deliveries.length)} deliveries`} to our receiver
    </h3>
    ${run.deliveries.length === 0 && html`<p class="empty">None came.</p>`}
    ${parts.map(
      (own) =>
        html`<details class="group">
          <summary>${own[0]!.id} to ${own.at(-1)!.id}</summary>
          ${table(
            'deliveries',
            `Deliveries ${own[0]!.id} to ${own.at(-1)!.id}`,
            own.map((delivery) => deliveryRow(delivery, broken.has(delivery.id))),
          )}
        </details> `,
    )}
  </section>`
}
