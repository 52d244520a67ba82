// The messages of an order, notes within the company included, and a new one of the manager or the appraiser.
import { act } from './api.js'
import { html, useState } from './library.js'
import { Empty, Field, Options, Refusal, Section, Text, Time, useAction } from './parts.js'

const Message = ({ of: { from, recipient, subject, body, attachments, created_at } }) =>
  html`<li class=${`message ${from}`}>
    <p class="soft"><b>${from}</b> to ${recipient} · <${Time} of=${created_at} /></p>
    ${
      subject
        ? html`<p>
            <b><${Text} of=${subject} /></b>
          </p>`
        : null
    }
    <p class="body"><${Text} of=${body} /></p>
    ${attachments.length > 0 ? html`<p class="soft">${attachments.map(({ filename }) => html`<${Text} of=${filename} /> `)}</p>` : null}
  </li>`

export const Messages = ({ messages, path, reload }) => {
  const [from, setFrom] = useState('manager')
  const [to, setTo] = useState('messages')
  const { busy, error, run } = useAction(reload)
  const post = async (event) => {
    event.preventDefault()
    const form = event.currentTarget
    const { subject, body } = Object.fromEntries(new FormData(form))
    const sent = await run(() => act(`${path}/${to}`, { from, body, ...(subject.trim() && { subject }) }))
    if (sent) form.reset()
  }
  return html`<${Section} id="messages" title="Messages" count=${messages.length}>
    ${
      messages.length === 0
        ? html`<${Empty}>No message yet.<//>`
        : html`<ul class="plain thread">
            ${messages.map((message) => html`<${Message} key=${message.id} of=${message} />`)}
          </ul>`
    }
    <form class="stack" onSubmit=${post}>
      <div class="row">
        <${Field} label="From"
          ><${Options} name="from" value=${from} all=${['manager', 'appraiser']} onChange=${setFrom}
        /><//>
        <${Field} label="To"
          ><${Options}
            name="to"
            value=${to}
            all=${[
              ['messages', 'the lender'],
              ['internal-notes', 'the company only'],
            ]}
            onChange=${setTo}
        /><//>
        <label class="field grow"><span>Subject (optional)</span><input name="subject" /></label>
      </div>
      <${Field} label="Message"><textarea name="body" rows="3" required></textarea><//>
      <p><button disabled=${busy}>Post the message</button></p>
      <${Refusal} error=${error} />
    </form>
  <//>`
}
