// One event with every attempt to deliver it: the bytes that were sent, the answer, how long it took, and when the next is due.
import { addressOf } from './address.js'
import { Replay } from './events.js'
import { html } from './library.js'
import { useLive, useValue } from './live.js'
import { Copy, Delivery, Empty, Id, Loading, Section, Text, Time } from './parts.js'
import { byteLength, bytes, distance, pretty } from './text.js'

export const Headers = ({ of }) =>
  html`<ul class="headers">
    ${of.map(({ name, value }) => html`<li><b>${name}:</b> ${value}</li>`)}
  </ul>`

const Answer = ({ of: { response, error } }) => {
  if (!response)
    return html`<p class="tag fail">no answer</p>
      <p><b>${error?.code}</b> <${Text} of=${error?.message} /></p>`
  return html`<p class="first-line">${response.status}</p>
    <${Headers} of=${response.headers} />
    ${response.body ? html`<pre tabindex="0">${response.body}</pre>` : html`<p class="soft">No body.</p>`}
    ${response.truncated ? html`<p class="soft">Only its beginning was read.</p>` : null}`
}

const Attempt = ({ of, isOpen }) => {
  const { kind, number, url, started_at, t, request, accepted, answered_ms, total_ms } = of
  const name = kind === 'scheduled' ? `attempt ${number}` : kind
  return html`<details class="attempt" open=${isOpen}>
    <summary>
      <span class=${`tag ${accepted ? 'pass' : 'fail'}`}
        >${accepted ? '✓' : '✕'} ${of.response?.status ?? of.error?.code ?? 'no answer'}</span
      >
      <b>${name}</b> <${Time} of=${started_at} />
      <span class="soft"
        >${answered_ms === null ? `gave up after ${Math.round(total_ms)} ms` : `answered in ${Math.round(answered_ms)} ms, ${Math.round(total_ms)} ms in all`}</span
      >
    </summary>
    <div class="two">
      <div>
        <h3>Sent</h3>
        <p class="first-line">POST <${Text} of=${url} /></p>
        <${Headers} of=${request.headers} />
        <p class="soft">
          ${bytes(byteLength(request.body))}, signed at t=${t} (${new Date(t * 1000).toISOString().slice(0, 19)}Z by the
          real clock)
        </p>
        <pre tabindex="0">${request.body}</pre>
        <p><${Copy} text=${request.body} what="the signed body" label="Copy the body" /></p>
      </div>
      <div>
        <h3>Received</h3>
        <${Answer} of=${of} />
      </div>
    </div>
  </details>`
}

const Next = ({ delivery }) => {
  const { now } = useLive()
  if (!delivery.next_attempt_at) return html`<p class="soft">No further attempt is due.</p>`
  return html`<p>
    Next attempt <b>${now ? distance(now, delivery.next_attempt_at) : ''}</b>, at
    <${Time} of=${delivery.next_attempt_at} /> of domain time. <a href="#/clock">Move the clock</a>
  </p>`
}

export const EventPage = ({ id }) => {
  const path = `/events/${encodeURIComponent(id)}`
  const event = useValue(path, ['events'])
  const attempts = useValue(`${path}/attempts`, ['events'])
  const reload = () => [event, attempts].forEach((one) => one.reload())
  return html`<p class="up"><a href="#/events">Events</a></p>
    <${Loading} of=${event}
      >${({ type, created_at, order_id, lender_id, environment, data, delivery }) =>
        html` <h1>${type} <${Delivery} of=${delivery} /></h1>
          <dl class="facts">
            <div>
              <dt>Raised</dt>
              <dd><${Time} of=${created_at} /></dd>
            </div>
            <div>
              <dt>Order</dt>
              <dd>
                <a href=${addressOf(['orders', order_id])}><code>${order_id}</code></a>
              </dd>
            </div>
            <div>
              <dt>Lender</dt>
              <dd>${lender_id} <span class="soft">${environment}</span></dd>
            </div>
            <div>
              <dt>Id</dt>
              <dd><${Id} of=${id} what="the id of the event" /></dd>
            </div>
          </dl>
          <${Loading} of=${attempts}
            >${({ data: tries }) =>
              html` <${Section}
                id="attempts"
                title="Attempts"
                count=${tries.length}
                tools=${html`<${Replay} id=${id} onDone=${reload} />`}
              >
                <${Next} delivery=${delivery} />
                ${tries.length === 0 ? html`<${Empty}>Nothing was sent.<//>` : tries.toReversed().map((one, index) => html`<${Attempt} key=${`${one.kind}${one.number}${one.started_at}${one.t}`} of=${one} isOpen=${index === 0} />`)}
              <//>`}<//
          >
          <${Section} id="payload" title="Data of the event">
            <pre tabindex="0">${pretty(JSON.stringify(data))}</pre>
          <//>`}<//
    >`
}
