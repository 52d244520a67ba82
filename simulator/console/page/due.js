// What falls due: the soonest first, of one order where one is named; and what happened when time was moved.
import { query } from './api.js'
import { addressOf, replaceAddress } from './address.js'
import { doingOf } from './facts.js'
import { html } from './library.js'
import { useLive, useValue } from './live.js'
import { Empty, Loading, Section, Table, Time } from './parts.js'
import { distance, instant, number } from './text.js'

export const Subject = ({ of }) => {
  const page = { ord: 'orders', evt: 'events' }[of.slice(0, 3)]
  return page ? html`<a href=${addressOf([page, of])}><code>${of}</code></a>` : html`<code>${of}</code>`
}

const shown = 50

const Row = ({ of: { at, what, order_id, event_id }, now }) =>
  html`<tr>
    <td class="nowrap"><${Time} of=${at} /><br /><span class="soft">${now ? distance(now, at) : ''}</span></td>
    <td>${doingOf(what)}</td>
    <td class="ids">${order_id ? html`<${Subject} of=${order_id} />` : ''}</td>
    <td class="ids">${event_id ? html`<${Subject} of=${event_id} />` : ''}</td>
  </tr>`

const List = ({ of: { data, total }, order_id }) => {
  const { now } = useLive()
  if (data.length === 0) return html`<${Empty}>Nothing is due${order_id ? ' for this order' : ''}.<//>`
  return html`<${Table} caption="What is due" heads=${['When', 'What', 'Order', 'Event']}
      >${data.map((one) => html`<${Row} of=${one} now=${now} />`)}<//
    >
    ${total > data.length ? html`<p class="soft">The first ${number(data.length)} are shown.</p>` : null}`
}

export const Due = ({ order_id }) => {
  const due = useValue(query('/clock/due', { order_id, limit: shown }), ['orders', 'events', 'personas', 'personaWork'])
  return html`<${Section} id="due" title="What is due" count=${due.value?.total}>
    <form role="search" onSubmit=${(event) => event.preventDefault()}>
      <label class="field"
        ><span>Of one order (id)</span
        ><input
          type="search"
          name="order_id"
          size="34"
          value=${order_id}
          onInput=${(event) => replaceAddress(['clock'], { order_id: event.currentTarget.value.trim() })}
      /></label>
    </form>
    <${Loading} of=${due}>${(value) => html`<${List} of=${value} order_id=${order_id} />`}<//>
  <//>`
}

const bounds = {
  max_seconds: 'It ended after a year of domain time; move on for more.',
  max_fired: 'It ended after 10,000 things that fired; move on for more.',
}

export const Fired = ({ of: { now, fired, bounded_by, cancelled } }) =>
  html`<${Section} id="fired" title="What happened on the way" count=${fired.length}>
    <p role="status">
      Domain time is ${instant(now)} now.
      ${cancelled ? 'The move was cancelled; what ran by then has run.' : (bounds[bounded_by] ?? '')}
    </p>
    ${
      fired.length === 0
        ? html`<${Empty}>Nothing fell due.<//>`
        : html`<${Table} caption="What happened on the way" heads=${['When', 'What', 'Of', 'Outcome']}
            >${fired
              .slice(-shown)
              .toReversed()
              .map(
                ({ at, what, subject, outcome = '' }) =>
                  html`<tr>
                    <td class="nowrap"><${Time} of=${at} /></td>
                    <td>${doingOf(what)}</td>
                    <td class="ids"><${Subject} of=${subject} /></td>
                    <td>${outcome}</td>
                  </tr>`,
              )}<//
          >`
    }
    ${fired.length > shown ? html`<p class="soft">The latest ${shown} are shown, newest first.</p>` : null}
  <//>`
