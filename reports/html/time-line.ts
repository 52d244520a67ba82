// The delivery attempts of some events on a time line, against the schedule of the contract.
import type { Run } from '../summary.ts'
import { eventLives, type Attempt, type EventLife } from './attempts.ts'
import { schedule } from './contract-tables.ts'
import { trafficLink } from './links.ts'
import { html, type Html } from './markup.ts'
import { shortIds, span, times } from './words.ts'

const most = 6
const size = { width: 1000, left: 40, right: 950, height: 66 }

/** Seconds after the first attempt at which each is due. */
export const dueTimes = (delays: readonly number[]): number[] => {
  let sum = 0
  return [0, ...delays.map((delay) => (sum += delay))]
}

/** Each step of the schedule is as long in the drawing as the one before, however long it is. */
const place = (seconds: number, dues: readonly number[]): number => {
  const step = (size.right - size.left) / (dues.length - 1)
  const next = dues.findIndex((due) => due > seconds)
  if (seconds < 0) return size.left
  if (next === -1) return size.right + Math.min(20, (seconds - dues.at(-1)!) / 600)
  const [from, to] = [dues[next - 1]!, dues[next]!]
  return Math.round(size.left + step * (next - 1 + (seconds - from) / (to - from)))
}

const axisY = 22

const tick = (due: number, index: number, dues: readonly number[]): Html => {
  const x = place(due, dues)
  return html`<line class="due" x1="${x}" y1="${axisY - 14}" x2="${x}" y2="${axisY + 14}" /><text
      class="when"
      x="${x}"
      y="${axisY + 34}"
      text-anchor="middle"
      >${index === 0 ? 'first' : `+${span(due)}`}</text
    >`
}

/** An answer that comes too late counts as none. */
const accepts = (answer: string): boolean => {
  const found = /^2\d\d(?: after (\d+) ms)?$/.exec(answer)
  return found !== null && Number(found[1] ?? 0) <= schedule().timeout_seconds * 1000
}

const dot = ({ number: nth, after, announced, delivery }: Attempt, dues: readonly number[]): Html | false => {
  if (after === null) return false
  const x = place(after, dues)
  const ok = accepts(delivery?.answer ?? '')
  return html`<g class="attempt ${ok ? 'taken' : 'refused'}${announced ? ' announced' : ''}"
    >${ok ? html`<circle cx="${x}" cy="${axisY}" r="9" />` : html`<rect x="${x - 8}" y="${axisY - 8}" width="16" height="16" rx="2" />`}<text
      x="${x}"
      y="${axisY + 4}"
      text-anchor="middle"
      >${nth}</text
    ></g
  >`
}

const row = (attempt: Attempt, due: number | undefined): Html => {
  const { number: nth, after, announced, delivery } = attempt
  const off = after !== null && due !== undefined && !announced ? after - due : null
  return html`<tr>
    <th scope="row">${nth}</th>
    <td class="n">${due === undefined ? 'none' : nth === 1 ? 'at once' : span(due)}</td>
    <td class="n">
      ${after === null ? 'unknown' : nth === 1 ? 'at once' : `${span(after)}${announced ? ' (announced)' : ''}`}
    </td>
    <td class="n">
      ${off === null ? '' : Math.abs(off) < 1 ? 'on time' : `${off > 0 ? '+' : '−'}${span(Math.abs(off))}`}
    </td>
    <td>${delivery?.answer ?? 'not received'}</td>
    <td>${delivery && trafficLink(delivery.id)}</td>
  </tr>`
}

/** An attempt that is not drawn, and why. */
const unplaced = ({ attempts }: EventLife): string => {
  const numbers = attempts.filter(({ after }) => after === null).map((one) => one.number)
  if (numbers.length === 0) return ''
  return ` Not drawn: ${numbers.length === 1 ? 'attempt' : 'attempts'} ${numbers.join(', ')}, of unknown time.`
}

const life = (event: EventLife, dues: readonly number[]): Html => {
  const name = shortIds(event.id)
  const shown = event.attempts.length > 2 ? dues : dues.slice(0, 4)
  return html`<article class="event">
    <h3><code>${event.type}</code> <span class="soft">${name}</span></h3>
    <p>
      ${times(event.attempts.length, 'attempt')}; at the end the feed
      ${event.ended === null ? 'does not show it' : html`reports <b>${event.ended}</b>`}.${unplaced(event)}
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Time line of ${name}">
      <svg
        viewBox="0 0 ${size.width} ${size.height}"
        width="${size.width}"
        height="${size.height}"
        role="img"
        aria-label="${times(event.attempts.length, 'attempt')} on a time line; the table below has the same"
      >
        <line class="axis" x1="${size.left}" y1="${axisY}" x2="${size.right}" y2="${axisY}" />
        ${shown.map((due, index) => tick(due, index, shown))}${event.attempts.map((attempt) => dot(attempt, shown))}
      </svg>
    </div>
    <details>
      <summary>As a table</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Attempts of ${name}">
        <table>
          <caption>
            Delivery attempts of ${event.id}, as time after the first, by the clock of the target
          </caption>
          <thead>
            <tr>
              <th scope="col">Attempt</th>
              <th scope="col" class="n">Due after</th>
              <th scope="col" class="n">Seen after</th>
              <th scope="col" class="n">Off by</th>
              <th scope="col">Answered</th>
              <th scope="col">Delivery</th>
            </tr>
          </thead>
          <tbody>
            ${event.attempts.map((attempt, index) => row(attempt, dues[index]))}
          </tbody>
        </table>
      </div>
    </details>
  </article>`
}

export const timeLines = (run: Run): Html => {
  const { retry_delays_seconds, stated_total_seconds, attempts } = schedule()
  const dues = dueTimes(retry_delays_seconds)
  const events = eventLives(run, most)
  const first = events.some((event) => event.attempts.length >= attempts)
  const none =
    run.deliveries.length === 0
      ? 'No delivery reached the webhook receiver in this run.'
      : `${times(run.deliveries.length, 'delivery attempt')}; no event was delivered more than once.`
  return html`<section id="webhooks" aria-labelledby="webhooks-title">
    <h2 id="webhooks-title">Webhook deliveries</h2>
    ${
      events.length === 0
        ? html`<p class="empty">${none}</p>`
        : html`<p>
              The events with the most attempts, against the schedule of the contract. A round mark: the receiver
              accepted the attempt. A hollow square: assay refused the attempt on purpose, to see the next one. A dashed
              mark: the feed announces the attempt. Times are by the clock of the target; each step of the schedule has
              the same width.
            </p>
            ${first && html`<p class="soft">The table of the contract puts the ninth attempt after ${span(dues.at(-1)!)}, its text after about ${span(stated_total_seconds)}: both are permitted.</p>`}
            ${events.map((event) => life(event, dues))}`
    }
  </section>`
}
