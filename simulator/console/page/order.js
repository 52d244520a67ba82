// One order: what it is, what can be done with it now, its way through the life cycle, and all that was exchanged about it.
import { addressOf as toAddress } from './address.js'
import { Documents } from './documents.js'
import { html } from './library.js'
import { LifeGraph } from './life-graph.js'
import { useValue } from './live.js'
import { Messages } from './messages.js'
import { Moves } from './moves.js'
import { Facts, Id, Loading, Section, Status, Text, Time } from './parts.js'
import { Revisions } from './revisions.js'
import { Terms } from './terms.js'
import { TimeLine, wayOf } from './time-line.js'

const kinds = ['orders', 'events', 'messages', 'revisions', 'documents', 'lenders', 'companies']

const addressOf = ({ street, unit, city, state, postal_code }) =>
  [street, unit, city, `${state ?? ''} ${postal_code}`.trim()].filter(Boolean).join(', ')

const OrderFacts = ({ whole }) => {
  const { order, lender_id, environment, client_id, appraiser, previous_status } = whole
  const names = order.borrowers.map(({ first_name, last_name }) => `${first_name} ${last_name}`).join(', ')
  const rows = [
    ['Property', html`<${Text} of=${addressOf(order.property.address)} />`],
    ['Borrowers', html`<${Text} of=${names} />`],
    ['Product', html`<${Text} of=${`${order.order_type.code} ${order.order_type.name}`} />`],
    ['Reference', html`<${Text} of=${order.lender_reference ?? 'none'} />`],
    ['Lender', html`${lender_id} <span class="soft">${environment}</span>`],
    [
      'Placed',
      html`<${Time} of=${order.dates.created_at} /> <span class="soft">${client_id ?? 'in the portal'}</span>`,
    ],
    ['Due', order.dates.due_date],
    ['Appraiser', appraiser ? html`<${Text} of=${appraiser.name} />` : 'nobody yet'],
    ...(previous_status ? [['Goes back to', previous_status]] : []),
    ['Id', html`<${Id} of=${order.id} what="the id of the order" />`],
  ]
  return html`<${Facts} rows=${rows} />`
}

export const OrderPage = ({ id }) => {
  const path = `/orders/${encodeURIComponent(id)}`
  const whole = useValue(path, kinds)
  const moves = useValue(`${path}/moves`, kinds)
  const events = useValue(`/events?order_id=${encodeURIComponent(id)}&per_page=100`, ['events'])
  const reload = () => [whole, moves, events].forEach((one) => one.reload())
  return html`<p class="up">
      <a href="#/orders">Orders</a> · <a href=${toAddress(['journal'], { order_id: id })}>Journal of this order</a>
    </p>
    <${Loading} of=${whole}
      >${(value) =>
        html` <h1>${value.order.order_number} <${Status} of=${value.order.status} /></h1>
          <${OrderFacts} whole=${value} />
          <${Loading} of=${moves}
            >${(now) => html`<${Moves} moves=${now} path=${path} order=${value.order} reload=${reload} />`}<//
          >
          <${Loading} of=${events}
            >${({ data, next_cursor }) =>
              html` <${Section} id="life" title="Life of the order">
                  <${LifeGraph}
                    way=${wayOf(data)}
                    current=${value.order.status.code}
                    next=${(moves.value?.company ?? []).filter(({ allowed, to_status }) => allowed && to_status).map(({ to_status }) => to_status)}
                  />
                <//>
                <${TimeLine} events=${data} isCut=${next_cursor !== null} id=${id} />`}<//
          >
          <div class="two">
            <div>
              <${Revisions} requests=${value.revision_requests} path=${path} reload=${reload} />
              <${Documents} documents=${value.order.documents} path=${path} reload=${reload} />
            </div>
            <div>
              <${Messages} messages=${value.messages} path=${path} reload=${reload} />
              <${Terms} whole=${value} path=${path} reload=${reload} />
            </div>
          </div>
          <details>
            <summary>The order as the lender reads it (JSON)</summary>
            <pre tabindex="0">${JSON.stringify(value.order, null, 2)}</pre>
          </details>`}<//
    >`
}
