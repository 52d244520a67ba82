// What happened to an order, in the order in which it was raised, with each delivery.
import { addressOf } from './address.js'
import { html } from './library.js'
import { Delivery, Empty, Section, Text, Time } from './parts.js'
import { words } from './text.js'

/** The statuses that an order had, one after the other, as its events say. */
export const wayOf = (events) => {
  const way = []
  for (const { data } of events) {
    const code = data.status?.code
    if (code && way.at(-1) !== code) way.push(code)
  }
  return way
}

const summaryOf = ({ type, data }) => {
  if (type === 'order.message_posted') return data.message?.body ?? data.body
  if (type === 'order.document_added') return data.document?.filename ?? data.filename
  if (type === 'order.assigned') return data.appraiser?.name ?? 'an appraiser whose name is not shared'
  if (type === 'order.due_date_changed') return data.due_date
  if (type === 'order.fee_changed') return data.appraisal_fee ?? data.fees?.appraisal_fee
  if (data.revision_request) return `${words(data.revision_request.kind ?? '')} ${data.revision_request.status ?? ''}`
  const label = data.status?.label
  const why = data.reason ?? data.note
  return why ? `${label}: ${why}` : label
}

export const TimeLine = ({ events, isCut, id }) =>
  html`<${Section}
    id="time-line"
    title="Time line"
    count=${events.length}
    tools=${html`<a href=${addressOf(['events'], { order_id: id })}>all its events</a>`}
  >
    ${
      events.length === 0
        ? html`<${Empty}>No event yet.<//>`
        : html`<ol class="time-line">
            ${events.map(
              (event) =>
                html`<li key=${event.id}>
                  <${Time} of=${event.created_at} />
                  <a href=${addressOf(['events', event.id])}>${event.type.replace('order.', '')}</a>
                  <span class="what"><${Text} of=${summaryOf(event)} /></span>
                  <${Delivery} of=${event.delivery} />
                </li>`,
            )}
          </ol>`
    }
    ${isCut ? html`<p class="soft">The first 100 are shown.</p>` : null}
  <//>`
