// Corrections and reconsiderations of value: what the lender asks for, and the company's answers.
import { act } from './api.js'
import { html, useState } from './library.js'
import { Empty, Field, Refusal, Section, Text, Time, useAction } from './parts.js'
import { words } from './text.js'

const tones = { submitted: 'doubt', accepted: 'info', declined: 'fail', completed: 'pass' }

const verbs = [
  ['accept', 'Accept', ['submitted']],
  ['decline', 'Decline', ['submitted']],
  ['answer', 'Answer', ['submitted', 'accepted']],
  ['complete', 'Deliver a revised report', ['submitted', 'accepted']],
]

const Request = ({ of, path, reload }) => {
  const [body, setBody] = useState('')
  const { busy, error, run } = useAction(reload)
  const { id, kind, status, reason, responses, created_at } = of
  const possible = verbs.filter(([, , from]) => from.includes(status))
  const answer = async (verb) => {
    const text = body.trim()
    const sent = verb === 'complete' || !text ? {} : { body: text }
    if (await run(() => act(`${path}/revision-requests/${encodeURIComponent(id)}/${verb}`, sent))) setBody('')
  }
  return html`<li class="request">
    <p>
      <b>${words(kind)}</b> <span class=${`tag ${tones[status] ?? ''}`}>${status}</span>
      <span class="soft"><${Time} of=${created_at} /></span>
    </p>
    ${reason ? html`<p class="body"><${Text} of=${reason} /></p>` : null}
    <ul class="plain">
      ${responses.map((response) => html`<li class="soft"><${Time} of=${response.created_at} /> ${response.status} <${Text} of=${response.body ?? response.message} /></li>`)}
    </ul>
    ${
      possible.length === 0
        ? null
        : html`<${Field} label="The company's words"
              ><input name="body" value=${body} onInput=${(event) => setBody(event.currentTarget.value)}
            /><//>
            <div class="buttons">
              ${possible.map(([verb, label]) => html`<button type="button" disabled=${busy || (verb === 'answer' && !body.trim())} onClick=${() => answer(verb)}>${label}</button>`)}
            </div>`
    }
    <${Refusal} error=${error} />
  </li>`
}

export const Revisions = ({ requests, path, reload }) =>
  html`<${Section} id="revisions" title="Revision requests" count=${requests.length}>
    ${
      requests.length === 0
        ? html`<${Empty}>The lender has asked for none.<//>`
        : html`<ul class="plain">
            ${requests.map((request) => html`<${Request} key=${request.id} of=${request} path=${path} reload=${reload} />`)}
          </ul>`
    }
  <//>`
