// The journal: every request and every delivery attempt, newest first and as it happens, narrowed by the simulator.
import { act, download, query } from './api.js'
import { addressOf, replaceAddress } from './address.js'
import { facts, operationOptions, summaryOf } from './facts.js'
import { html } from './library.js'
import { useValue } from './live.js'
import { Empty, Field, Loading, Options, OrderFilter, Refusal, Table, useAction } from './parts.js'
import { duration, number, pathOf, wireTime } from './text.js'

const perPage = 50

/** Enough of an answer to show the code of a refusal. */
const mostOfBody = 400

export const codeOf = (text) => /"(?:code|error)"\s*:\s*"([a-z_]+)"/.exec(text ?? '')?.[1]

/** A code breaks after its words, where it has to. */
const Code = ({ of }) =>
  html`<code class="code">${of.split('_').map((word, index) => (index === 0 ? word : html`_<wbr />${word}`))}</code>`

export const Answer = ({ of: { response, _error } }) => {
  const { status, content } = response
  const isRefused = status === 0 || status >= 400
  const code = isRefused ? (codeOf(content.text) ?? _error) : undefined
  return html`<span class=${`tag ${isRefused ? 'fail' : 'pass'}`}
      >${isRefused ? '✕' : '✓'} ${status || 'no answer'}</span
    >${code ? html` <${Code} of=${code} />` : null}`
}

export const Marks = ({ of: { _kind, _fault, _event, _odd_query } }) =>
  html`${_kind === 'delivery' ? html`<span class="mark">delivery${_event?.attempt ? ` ${_event.attempt}` : ''}</span> ` : null}${
    _fault ? html`<a class="mark fault" href="#/faults">fault ${_fault}</a> ` : null
  }${_odd_query ? html`<span class="mark" title=${_odd_query.join('; ')}>odd query</span>` : null}`

/** The order that a creation made is in its answer alone. */
export const orderOf = ({ _order_id, _operation, response }) =>
  _order_id ??
  (_operation === 'createOrder' ? /"id"\s*:\s*"(ord_\w+)"/.exec(response.content.text ?? '')?.[1] : undefined)

const Row = ({ of }) => {
  const { _id, _kind, _operation, _client_id, _event, request, startedDateTime, time, _domain_time } = of
  const order = orderOf(of)
  return html`<tr>
    <td class="nowrap">
      <time datetime=${startedDateTime} title=${`${startedDateTime}; ${_domain_time} of domain time`}
        >${wireTime(startedDateTime)}</time
      >
    </td>
    <th scope="row" class="calls">
      <a class="first call" href=${addressOf(['journal', _id])}
        >${request.method} ${_kind === 'delivery' ? request.url : pathOf(request.url)}</a
      >
      <${Marks} of=${of} />
    </th>
    <td><${Answer} of=${of} /></td>
    <td>
      ${_operation ? html`<span title=${_operation}>${summaryOf(_operation)}</span>` : _event ? html`<a href=${addressOf(['events', _event.id])}>${_event.type}</a>` : html`<span class="soft">none</span>`}
    </td>
    <td class="ids">
      ${_client_id ? html`<code>${_client_id}</code>` : null} ${_client_id && order ? html`<br />` : null}
      ${order ? html`<a href=${addressOf(['orders', order])}><code>${order}</code></a>` : null}
    </td>
    <td class="n nowrap">${duration(time)}</td>
  </tr>`
}

const heads = ['Time', 'Call', 'Answer', 'Operation or event', 'Client and order', 'Took']

const answers = () => [
  ['refused', 'refused or lost'],
  ['accepted', 'accepted'],
  ...facts.answers.map((status) => [String(status), String(status)]),
  ['0', 'no answer'],
]

/** Either kind makes room for its own alone. */
export const droppedWords = ({ requests, deliveries }) =>
  [
    requests > 0 ? `${number(requests)} older ${requests === 1 ? 'request' : 'requests'}` : [],
    deliveries > 0 ? `${number(deliveries)} older ${deliveries === 1 ? 'delivery' : 'deliveries'}` : [],
  ]
    .flat()
    .join(' and ')

/** One choice stands for an exact status or for a whole class of them. */
const answerQuery = (answer) => {
  if (answer === 'refused' || answer === 'accepted') return { refused: answer === 'refused' }
  return { status: answer }
}

export const JournalPage = ({ values }) => {
  const { kind = '', operation = '', client_id = '', order_id = '', answer = '', fault = '', before = '' } = values
  const filter = { kind, operation, client_id, order_id, fault, ...answerQuery(answer) }
  const list = useValue(
    query('/journal', { ...filter, before, limit: perPage, max_body: mostOfBody }),
    before ? [] : ['journal'],
  )
  const clients = useValue('/clients', ['clients'])
  const { busy, error, run } = useAction(() => list.reload())
  const narrow = (more) => replaceAddress(['journal'], { ...values, before: '', ...more })
  const isNarrowed = Object.values(filter).some((value) => value !== '')
  return html`<h1>Journal</h1>
    <form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
      <${OrderFilter} value=${order_id} few onChange=${(order_id) => narrow({ order_id })} />
      <${Field} label="Kind"
        ><${Options}
          name="kind"
          value=${kind}
          any="both"
          all=${[
            ['request', 'requests'],
            ['delivery', 'deliveries'],
          ]}
          onChange=${(kind) => narrow({ kind })}
      /><//>
      <${Field} label="Operation"
        ><${Options}
          name="operation"
          value=${operation}
          any="any"
          all=${operationOptions}
          onChange=${(operation) => narrow({ operation })}
      /><//>
      <${Field} label="Answer"
        ><${Options}
          name="answer"
          value=${answer}
          any="any"
          all=${answers()}
          onChange=${(answer) => narrow({ answer })}
      /><//>
      <${Field} label="Client"
        ><${Options}
          name="client_id"
          value=${client_id}
          any="any"
          all=${(clients.value?.data ?? []).map((client) => client.client_id)}
          onChange=${(client_id) => narrow({ client_id })}
      /><//>
      ${fault ? html`<button type="button" onClick=${() => narrow({ fault: '' })}>Of any fault, not of ${fault} alone</button>` : null}
    </form>
    <div class="buttons">
      <button
        type="button"
        onClick=${() => run(() => download(query('/journal.har', filter), 'journal.har'))}
        disabled=${busy}
      >
        Export as HAR
      </button>
      <button type="button" onClick=${() => run(() => act('/journal/clear'))} disabled=${busy}>
        Clear the journal
      </button>
      <button
        type="button"
        onClick=${() => run(() => act('/journal/clear', { client_starts: true }))}
        disabled=${busy}
        title="The next request is the first that the client sends"
      >
        Clear it: my client starts here
      </button>
    </div>
    <${Refusal} error=${error} />
    <${Loading} of=${list}
      >${({ data, has_more, dropped }) =>
        html`${
            data.length === 0
              ? html`<${Empty}
                  >${isNarrowed ? 'No entry fits.' : droppedWords(dropped) ? 'All that was sent was dropped.' : 'The journal is empty.'}<//
                >`
              : html`<${Table} caption="Journal" heads=${heads}
                  >${data.toReversed().map((entry) => html`<${Row} key=${entry._id} of=${entry} />`)}<//
                >`
          }
          ${droppedWords(dropped) ? html`<p class="soft">Dropped: ${droppedWords(dropped)}; <code>--journal-entries</code> and <code>--journal-bytes</code> keep more.</p>` : null}
          <nav class="pages" aria-label="Pages of the list">
            ${before ? html`<a class="button" href=${addressOf(['journal'], { ...values, before: '' })}>Newest</a>` : null}
            ${has_more ? html`<a class="button" href=${addressOf(['journal'], { ...values, before: data[0]._id })}>Older</a>` : null}
          </nav>`}<//
    >`
}
