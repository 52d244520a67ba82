// The exchange or delivery that proves a violation, as static markup: its wrong part is marked, its headers are folded.
import type { RecordedBody, RecordedHeaders } from '../run-record.ts'
import { pathOf } from '../path-of.ts'
import { bodyView } from './body-view.ts'
import { html, type Html, type Piece } from './markup.ts'
import type { Step } from './sequence.ts'
import { times } from './words.ts'

const headerLine = ([name, value]: [string, string]): Html => html`<b>${name}</b>: ${value}`

const headersView = (headers: RecordedHeaders, pointer: string | null): Piece => {
  const wanted = pointer?.startsWith('header:') ? pointer.slice(7) : null
  const marked = headers.filter(([name]) => name.toLowerCase() === wanted?.toLowerCase())
  const shown =
    wanted !== null &&
    html`<p class="headers">
      ${
        marked.length > 0
          ? marked.map((header) => html`<mark class="got">${headerLine(header)}</mark> `)
          : html`<mark class="absent">${wanted} ← missing</mark>`
      }
    </p>`
  return [
    shown,
    headers.length > 0 &&
      html`<details>
        <summary>${times(headers.length, 'header')}</summary>
        <ul class="headers">
          ${headers.map((header) => html`<li>${headerLine(header)}</li>`)}
        </ul>
      </details>`,
  ]
}

const side = (
  title: string,
  first: Piece,
  headers: RecordedHeaders,
  body: RecordedBody,
  pointer: string | null,
): Html =>
  html`<div>
    <h5>${title}</h5>
    <p class="first">${first}</p>
    ${headersView(headers, pointer)}${bodyView(body, pointer)}
  </div>`

export const stepView = (step: Step, pointer: string | null): Html => {
  if (step.kind === 'delivery') {
    const { delivery } = step
    return html`<div class="exchange">
      ${side('Webhook from the target', `${delivery.method} ${delivery.path}`, delivery.headers, delivery.body, pointer)}
      <div>
        <h5>Answer of assay</h5>
        <p class="first">${delivery.answer}</p>
      </div>
    </div>`
  }
  const { request, response, failure } = step.exchange
  return html`<div class="exchange">
    ${side('Request', `${request.method} ${pathOf(request.url)}`, request.headers, request.body, null)}
    ${
      response
        ? side(
            'Response',
            pointer === 'status' ? html`<mark class="got">${response.status}</mark>` : response.status,
            response.headers,
            response.body,
            pointer,
          )
        : html`<div>
            <h5>No response</h5>
            <p>${failure?.kind}: ${failure?.message}</p>
          </div>`
    }
  </div>`
}
