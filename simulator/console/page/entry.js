// One entry of the journal: what was sent and answered, why it was refused, and the call to copy.
import { addressOf } from './address.js'
import { curlOf, variablesOf } from './curl.js'
import { summaryOf } from './facts.js'
import { html, useState } from './library.js'
import { useValue } from './live.js'
import { Answer, Marks, orderOf } from './journal.js'
import { Copy, Facts, Id, Loading, Prose, Section, Text, Why } from './parts.js'
import { headerPieces, piecesOf, shownSecret } from './secrets.js'
import { bytes, duration, instant, number, pathOf, pretty } from './text.js'

const Pieces = ({ of, isOpen }) =>
  of.map((piece) =>
    typeof piece === 'string'
      ? html`<span>${piece}</span>`
      : html`<span class="secret">${shownSecret(piece, isOpen)}</span>`,
  )

const Headers = ({ of, isOpen }) =>
  html`<ul class="headers">
    ${of.map((header) => html`<li><b>${header.name}:</b> <${Pieces} of=${headerPieces(header)} isOpen=${isOpen} /></li>`)}
  </ul>`

/** A larger body is copied, not shown. */
const mostShown = 20_000

const Body = ({ of, size, what, isOpen }) => {
  if (!of?.text) return html`<p class="soft">No body.</p>`
  const text = of.encoding ? of.text : pretty(of.text)
  const shown = text.slice(0, mostShown)
  return html`<pre
      tabindex="0"
      aria-label=${what}
    ><${Pieces} of=${of.encoding ? [shown] : piecesOf(shown)} isOpen=${isOpen} /></pre>
    <p class="soft">
      ${bytes(size)}${of.encoding ? ', shown in base64' : ''}${shown.length < text.length ? `, the first ${number(mostShown)} characters are shown` : ''}${of._truncated ? ', the journal kept only the beginning' : ''}
      <${Copy} text=${of.text} what=${what} />
    </p>`
}

const Refused = ({ of: { code, message, meaning, rules, freedom, client } }) =>
  html`<${Section} id="refusal" title="Why it was refused">
    <div class="refusal">
      <p><b>${code ?? 'no code'}</b> <${Text} of=${message} /></p>
      ${meaning ? html`<p class="soft"><${Prose} of=${meaning} /></p>` : null}
    </div>
    ${rules.length > 0 ? html`<h3>${rules.length === 1 ? 'The rule behind it' : 'The rules behind it'}</h3>` : null}
    ${rules.map((rule) => html`<${Why} key=${rule.id} rule=${rule} />`)}
    ${freedom ? html`<${Why} freedom=${freedom} />` : null}
    ${
      client
        ? html`<h3>What a client does</h3>
            <p class="rule">${client}</p>`
        : null
    }
  <//>`

const Fault = ({ id }) =>
  html`<div class="notice">
    <p>
      <b>Injected fault <a href="#/faults">${id}</a>.</b> Nothing on the wire says so.
      <a href=${addressOf(['journal'], { fault: id })}>All entries that carry it</a>
    </p>
  </div>`

const EntryFacts = ({ of }) => {
  const { _operation, _client_id, _event, _environment, _domain_time, _error, _odd_query } = of
  const { startedDateTime, time, timings } = of
  const order = orderOf(of)
  const rows = [
    _operation && ['Operation', html`${summaryOf(_operation)} <code>${_operation}</code>`],
    _event && [
      'Event',
      html`<a href=${addressOf(['events', _event.id])}>${_event.type}</a
        >${_event.attempt ? `, attempt ${_event.attempt}` : ', sent by hand'}`,
    ],
    _odd_query && ['Odd query', html`<${Text} of=${_odd_query.join('; ')} />`],
    _client_id && ['Client', html`<${Id} of=${_client_id} what="the client id" />`],
    order && ['Order', html`<a href=${addressOf(['orders', order])}><code>${order}</code></a>`],
    ['Environment', _environment ?? 'neither'],
    [
      'Began',
      html`<time datetime=${startedDateTime} title=${startedDateTime}>${instant(startedDateTime)}</time>
        <span class="soft">real</span><br /><time datetime=${_domain_time}>${instant(_domain_time)}</time>
        <span class="soft">domain</span>`,
    ],
    ['Took', html`${duration(time)}, <span class="soft">first byte after ${duration(timings.wait)}</span>`],
    _error && ['No whole answer', html`<code>${_error}</code>`],
  ].filter(Boolean)
  return html`<${Facts} rows=${rows} />`
}

const Curl = ({ request }) => {
  const variables = variablesOf(request)
  return html`<div class="buttons">
    <${Copy} text=${() => curlOf(request)} what="the call" label="Copy as curl" />
    ${variables.length > 0 ? html`<span class="soft">It reads ${variables.map((name, index) => html`${index > 0 ? ', ' : ''}<code>$${name}</code>`)} from the shell.</span>` : null}
  </div>`
}

const Entry = ({ of, refusal }) => {
  const [isOpen, setOpen] = useState(false)
  const { request, response, _kind } = of
  const side = {
    request: _kind === 'delivery' ? 'The simulator sent' : 'The client sent',
    response: _kind === 'delivery' ? 'The receiver answered' : 'The service answered',
  }
  return html`<h1 class="call">
      ${request.method} ${_kind === 'delivery' ? request.url : pathOf(request.url).split('?')[0]}
    </h1>
    <p><${Answer} of=${of} /> <${Marks} of=${of} /></p>
    <${EntryFacts} of=${of} />
    ${of._fault ? html`<${Fault} id=${of._fault} />` : null} ${refusal ? html`<${Refused} of=${refusal} />` : null}
    <${Section}
      id="wire"
      title="On the wire"
      tools=${html`<button type="button" class="small" aria-pressed=${isOpen} onClick=${() => setOpen(!isOpen)}>${isOpen ? 'Hide secrets' : 'Show secrets'}</button>`}
    >
      <${Curl} request=${request} />
      <div class="two">
        <div>
          <h3>${side.request}</h3>
          <p class="first-line">
            ${request.method} <${Pieces} of=${piecesOf(request.url)} isOpen=${isOpen} /> ${request.httpVersion}
          </p>
          <${Headers} of=${request.headers} isOpen=${isOpen} />
          <${Body} of=${request.postData} size=${request.bodySize} what="the body of the request" isOpen=${isOpen} />
        </div>
        <div>
          <h3>${side.response}</h3>
          ${
            response.status === 0
              ? html`<p class="tag fail">no answer</p>
                  <p><code>${of._error ?? ''}</code></p>`
              : html`<p class="first-line">${response.httpVersion} ${response.status} ${response.statusText}</p>
                  <${Headers} of=${response.headers} isOpen=${isOpen} />
                  <${Body}
                    of=${response.content}
                    size=${response.content.size}
                    what="the body of the answer"
                    isOpen=${isOpen}
                  />`
          }
        </div>
      </div>
    <//>`
}

export const EntryPage = ({ id }) => {
  const whole = useValue(`/journal/${encodeURIComponent(id)}`, [])
  return html`<p class="up"><a href="#/journal">Journal</a></p>
    <${Loading} of=${whole}>${({ entry, refusal }) => html`<${Entry} of=${entry} refusal=${refusal} />`}<//>`
}
