// Where each lender's events go, and another address or secret set from the company's side.
import { act } from './api.js'
import { html, useState } from './library.js'
import { useValue } from './live.js'
import { EnvironmentOptions, LenderOptions, Loading, Refusal, Section, Text, Time, useAction } from './parts.js'

const One = ({ lender, environment }) => {
  const path = `/lenders/${encodeURIComponent(lender)}/webhooks/${environment}`
  const webhook = useValue(path, ['webhooks'])
  const { busy, error, run } = useAction(() => webhook.reload())
  const set = (event) => {
    event.preventDefault()
    const { url, secret } = Object.fromEntries(new FormData(event.currentTarget))
    void run(() => act(path, { ...(url && { url }), ...(secret && { secret }), enabled: true, events: ['*'] }, 'PUT'))
  }
  return html`<${Loading} of=${webhook}
    >${({ url, enabled, events, secret_set, secret_rotated_at }) =>
      html` <p>
          ${url ? html`<code><${Text} of=${url} /></code>` : 'No address is set.'}
          <span class=${`tag ${enabled ? 'pass' : 'doubt'}`}>${enabled ? 'enabled' : 'disabled'}</span>
          <span class="soft"
            >${events.join(', ')} · secret ${secret_set ? 'set' : 'not set'}
            ${secret_rotated_at ? html`at <${Time} of=${secret_rotated_at} />` : ''}</span
          >
        </p>
        <form class="row" onSubmit=${set}>
          <label class="field grow"
            ><span>Address</span><input name="url" type="url" placeholder="https://127.0.0.1:3000/hooks"
          /></label>
          <label class="field"
            ><span>Secret, 32 characters or more</span><input name="secret" autocomplete="off" minlength="32"
          /></label>
          <button disabled=${busy}>Set and enable</button>
          ${enabled ? html`<button type="button" disabled=${busy} onClick=${() => run(() => act(path, { enabled: false }, 'PUT'))}>Disable</button>` : null}
        </form>
        <${Refusal} error=${error} />`}<//
  >`
}

export const Webhooks = ({ lenders }) => {
  const [lender, setLender] = useState(lenders[0]?.id)
  const [environment, setEnvironment] = useState('sandbox')
  return html`<${Section} id="webhooks" title="Webhooks">
    <div class="row">
      <${LenderOptions} lenders=${lenders} value=${lender} onChange=${setLender} />
      <${EnvironmentOptions} value=${environment} onChange=${setEnvironment} />
    </div>
    <${One} key=${`${lender} ${environment}`} lender=${lender} environment=${environment} />
  <//>`
}
