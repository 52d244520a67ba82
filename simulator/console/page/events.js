// Events of every lender, newest first, with their deliveries.
import { act, query } from './api.js'
import { addressOf, replaceAddress } from './address.js'
import { facts } from './facts.js'
import { html } from './library.js'
import { live, useValue } from './live.js'
import {
  Delivery,
  Empty,
  Field,
  Loading,
  Options,
  OrderFilter,
  Refusal,
  Table,
  Text,
  Time,
  useAction,
} from './parts.js'
import { distance } from './text.js'

const perPage = 50
const states = ['pending', 'delivered', 'failed', 'dead_lettered', 'not_subscribed']

export const Replay = ({ id, onDone }) => {
  const { busy, error, run } = useAction(onDone)
  return html`<button
      type="button"
      class="small"
      disabled=${busy}
      onClick=${() => run(() => act(`/events/${encodeURIComponent(id)}/redeliver`))}
    >
      ${busy ? 'Sending …' : 'Replay'}
    </button>
    <${Refusal} error=${error} />`
}

const Row = ({ of: { id, type, order_id, created_at, data, delivery } }) =>
  html`<tr>
    <th scope="row"><a class="first" href=${addressOf(['events', id])}>${type}</a></th>
    <td><${Delivery} of=${delivery} /></td>
    <td class="nowrap">
      <a href=${addressOf(['orders', order_id])}><${Text} of=${data.order_number ?? order_id} /></a>
    </td>
    <td class="nowrap"><${Time} of=${created_at} /></td>
    <td class="n">${delivery.attempts}</td>
    <td class="n">${delivery.last_response_status ?? (delivery.last_attempt_at ? 'none' : '')}</td>
    <td class="nowrap">${delivery.next_attempt_at && distance(live.now ?? created_at, delivery.next_attempt_at)}</td>
    <td><${Replay} id=${id} /></td>
  </tr>`

const heads = ['Event', 'Delivery', 'Order', 'Raised', 'Attempts', 'Answer', 'Next', 'Do']

export const EventsPage = ({ values }) => {
  const { type = '', delivery_status = '', order_id = '', after = '' } = values
  const list = useValue(
    query('/events', { type, delivery_status, order_id, after, sort: 'newest', per_page: perPage }),
    ['events'],
  )
  const narrow = (more) => replaceAddress(['events'], { ...values, after: '', ...more })
  return html`<h1>Events</h1>
    <form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
      <${OrderFilter} value=${order_id} onChange=${(order_id) => narrow({ order_id })} />
      <${Field} label="Type"
        ><${Options}
          name="type"
          value=${type}
          any="any"
          all=${facts.event_types}
          onChange=${(type) => narrow({ type })}
      /><//>
      <${Field} label="Delivery"
        ><${Options}
          name="delivery_status"
          value=${delivery_status}
          any="any"
          all=${states}
          onChange=${(delivery_status) => narrow({ delivery_status })}
      /><//>
    </form>
    <${Loading} of=${list}
      >${({ data, next_cursor }) =>
        html` ${data.length === 0 ? html`<${Empty}>No event${type || delivery_status || order_id ? ' fits' : ' yet'}.<//>` : html`<${Table} caption="Events" heads=${heads}>${data.map((event) => html`<${Row} key=${event.id} of=${event} />`)}<//>`}
          <nav class="pages" aria-label="Pages of the list">
            ${after ? html`<a class="button" href=${addressOf(['events'], { ...values, after: '' })}>Newest</a>` : null}
            ${next_cursor ? html`<a class="button" href=${addressOf(['events'], { ...values, after: next_cursor })}>Older</a>` : null}
          </nav>`}<//
    >`
}
