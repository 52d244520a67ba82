// One exchange or delivery in full, as static markup: for the few that show a finding, so that no script is needed to read them.
import type { RecordedBody, RecordedHeaders } from '../run-record.ts'
import { pathOf } from '../path-of.ts'
import { html, type Html, type Piece } from './markup.ts'
import type { Step } from './sequence.ts'
import { cut, number } from './words.ts'

const mostCharacters = 12_000
const deepest = 60

type Line = { text: string; pointer: string }

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** JSON with two spaces of indent, and for each line the pointer of the value that begins there. */
export const jsonLines = (value: unknown, pointer = '', indent = '', name = '', end = ''): Line[] => {
  if (indent.length > 2 * deepest) return [{ text: `${indent}…`, pointer }]
  const start = name === '' ? indent : `${indent}${JSON.stringify(name)}: `
  if (typeof value !== 'object' || value === null) return [{ text: `${start}${JSON.stringify(value)}${end}`, pointer }]
  const entries = Array.isArray(value)
    ? value.map((entry, index): [string, string, unknown] => ['', String(index), entry])
    : Object.entries(value).map(([key, entry]): [string, string, unknown] => [key, key, entry])
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) return [{ text: `${start}${open}${close}${end}`, pointer }]
  const inner = entries.flatMap(([shown, key, entry], index) =>
    jsonLines(entry, `${pointer}/${escapePointer(key)}`, `${indent}  `, shown, index < entries.length - 1 ? ',' : ''),
  )
  return [{ text: `${start}${open}`, pointer }, ...inner, { text: `${indent}${close}${end}`, pointer: '' }]
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const bodyView = (body: RecordedBody, pointer: string | null): Html => {
  if (!body) return html`<p class="soft">No body.</p>`
  const note = body.cut && html`<p class="soft">Cut: the whole has ${number(body.bytes)} bytes.</p>`
  if (body.text === undefined) return html`<p class="soft">${number(body.bytes)} bytes that are no text.</p>`
  const value = body.cut ? undefined : parsed(body.text)
  if (value === undefined || body.text.length > mostCharacters)
    return html`<pre tabindex="0" aria-label="Body">${cut(body.text, mostCharacters)}</pre>
      ${note}`
  const lines = jsonLines(value)
  return html`<pre tabindex="0" aria-label="Body">
${lines.map(({ text, pointer: at }) =>
        pointer !== null && pointer !== '' && at === pointer
          ? [html`<mark class="got">${text}</mark>`, '\n']
          : `${text}\n`,
      )}</pre>
    ${note}`
}

const headerList = (headers: RecordedHeaders, marked: string | null): Html =>
  html`<ul class="headers">
    ${headers.map(([name, value]) => {
      const line = html`<b>${name}</b>: ${value}`
      return html`<li>${name.toLowerCase() === marked ? html`<mark class="got">${line}</mark>` : line}</li>`
    })}
  </ul>`

const side = (
  title: string,
  first: Piece,
  headers: RecordedHeaders,
  body: RecordedBody,
  pointer: string | null,
): Html => {
  const header = pointer?.startsWith('header:') ? pointer.slice(7).toLowerCase() : null
  return html`<div>
    <h4>${title}</h4>
    <p class="first">${first}</p>
    ${headerList(headers, header)}${bodyView(body, pointer)}
  </div>`
}

export const stepView = (step: Step, pointer: string | null): Html => {
  if (step.kind === 'delivery') {
    const { delivery } = step
    return html`<div class="exchange">
      ${side('The target sent', `${delivery.method} ${delivery.path}`, delivery.headers, delivery.body, pointer)}
      <div>
        <h4>We answered</h4>
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
            'Answer',
            pointer === 'status' ? html`<mark class="got">${response.status}</mark>` : response.status,
            response.headers,
            response.body,
            pointer,
          )
        : html`<div>
            <h4>No answer</h4>
            <p>${failure?.kind}: ${failure?.message}</p>
          </div>`
    }
  </div>`
}
