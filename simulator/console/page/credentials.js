// Credentials with buttons that copy them: to start with, to issue, to revoke; and tokens of any life.
import { act } from './api.js'
import { quoted } from './curl.js'
import { html, useState } from './library.js'
import { useValue } from './live.js'
import {
  Copy,
  EnvironmentOptions,
  Field,
  Id,
  LenderOptions,
  Loading,
  Options,
  Refusal,
  RowButton,
  Section,
  Table,
  Time,
  useAction,
} from './parts.js'
import { Webhooks } from './webhooks.js'

const environmentOf = ({ client_id, client_secret, environment }, profile) =>
  [
    ['ASSAY_BASE_URL', profile[`${environment}_base_url`]],
    ['ASSAY_CLIENT_ID', client_id],
    ['ASSAY_CLIENT_SECRET', client_secret],
  ]
    .map(([name, value]) => `export ${name}=${quoted(value)}`)
    .join('\n')

const tokenCall = ({ client_id, client_secret, environment }, profile) =>
  `curl -sS ${quoted(`${profile[`${environment}_base_url`]}/oauth/token`)} -d grant_type=client_credentials -d client_id=${quoted(client_id)} -d client_secret=${quoted(client_secret)}`

const Secret = ({ of }) => {
  const [isOpen, setOpen] = useState(false)
  return html`<span class="id"
    ><code>${isOpen ? of : '••••••••••••'}</code>
    <button
      type="button"
      class="small"
      aria-pressed=${isOpen}
      aria-label="Show the secret"
      onClick=${() => setOpen(!isOpen)}
    >
      ${isOpen ? 'Hide' : 'Show'}
    </button>
    <${Copy} text=${of} what="the secret"
  /></span>`
}

const Role = ({ role, of, profile }) =>
  html`<tr>
    <th scope="row">${role.replaceAll('_', ' ')}<br /><span class="soft">${of.environment}</span></th>
    <td><${Id} of=${of.client_id} what=${`the client id of ${role}`} /></td>
    <td><${Secret} of=${of.client_secret} /></td>
    <td>
      <div class="buttons">
        <${Copy} text=${environmentOf(of, profile)} what=${`the environment of ${role}`} label="Copy as environment" />
        <${Copy} text=${tokenCall(of, profile)} what=${`a token call of ${role}`} label="Copy token call" />
      </div>
    </td>
  </tr>`

const Clients = ({ lenders }) => {
  const clients = useValue('/clients', ['clients'])
  const [lender, setLender] = useState(lenders[0]?.id)
  const [environment, setEnvironment] = useState('sandbox')
  const [issued, setIssued] = useState(null)
  const { busy, error, run } = useAction((answer) => {
    setIssued(answer?.client_secret ? answer : null)
    clients.reload()
  })
  const on = (id, verb) => run(() => act(`/clients/${encodeURIComponent(id)}/${verb}`))
  return html`<${Section} id="clients" title="All credentials" count=${clients.value?.data.length}>
    <div class="row">
      <${LenderOptions} lenders=${lenders} value=${lender} onChange=${setLender} />
      <${EnvironmentOptions} value=${environment} onChange=${setEnvironment} />
      <button
        type="button"
        disabled=${busy}
        onClick=${() => run(() => act('/clients', { lender_id: lender, environment }))}
      >
        Issue a credential
      </button>
    </div>
    ${
      issued
        ? html`<div class="notice" role="status">
            <p>
              New: <${Id} of=${issued.client.client_id} what="the client id" /> <${Secret} of=${issued.client_secret} />
            </p>
            <p class="soft">The secret is shown this once.</p>
          </div>`
        : null
    }
    <${Refusal} error=${error} />
    <${Loading} of=${clients}
      >${({ data }) =>
        html`<${Table} caption="All credentials" heads=${['Client id', 'Lender', 'Made', 'Revoked', 'Do']}
          >${data.map(
            ({ client_id, lender_id, environment, created_at, revoked_at }) =>
              html`<tr key=${client_id}>
                <th scope="row"><code>${client_id}</code></th>
                <td>${lender_id} <span class="soft">${environment}</span></td>
                <td class="nowrap"><${Time} of=${created_at} /></td>
                <td class="nowrap">${revoked_at ? html`<${Time} of=${revoked_at} />` : ''}</td>
                <td>
                  <div class="buttons">
                    <${RowButton}
                      does="Rotate"
                      of=${client_id}
                      disabled=${busy}
                      onClick=${() => on(client_id, 'rotate')}
                    />
                    <${RowButton}
                      does="Revoke"
                      of=${client_id}
                      disabled=${busy || revoked_at !== null}
                      onClick=${() => on(client_id, 'revoke')}
                    />
                  </div>
                </td>
              </tr>`,
          )}<//
        >`}<//
    >
  <//>`
}

const Tokens = ({ profile }) => {
  const roles = Object.entries(profile.credentials)
  const [client, setClient] = useState(roles[0]?.[1].client_id)
  const [token, setToken] = useState(null)
  const { busy, error, run } = useAction(setToken)
  const send = (event) => {
    event.preventDefault()
    const expires_in = Number(new FormData(event.currentTarget).get('expires_in'))
    void run(() => act('/tokens', { client_id: client, expires_in }))
  }
  return html`<${Section} id="tokens" title="A token">
    <form class="row" onSubmit=${send}>
      <${Field} label="Credential"
        ><${Options}
          name="client"
          value=${client}
          all=${roles.map(([role, { client_id }]) => [client_id, role])}
          onChange=${setClient}
      /><//>
      <label class="field"
        ><span>Life in seconds; 0 is expired</span><input type="number" name="expires_in" defaultValue="3600" required
      /></label>
      <button disabled=${busy}>Make a token</button>
    </form>
    <${Refusal} error=${error} />
    ${token ? html`<p><${Id} of=${token.access_token} what="the token" /></p>` : null}
  <//>`
}

export const CredentialsPage = () => {
  const profile = useValue('/profile', ['clients'])
  const lenders = useValue('/lenders', ['lenders'])
  return html`<h1>Credentials</h1>
    <${Loading} of=${profile}
      >${(known) =>
        html` <dl class="facts">
            <div>
              <dt>Sandbox</dt>
              <dd><${Id} of=${known.sandbox_base_url} what="the address of the sandbox" /></dd>
            </div>
            <div>
              <dt>Production</dt>
              <dd><${Id} of=${known.production_base_url} what="the address of production" /></dd>
            </div>
            <div>
              <dt>Control port</dt>
              <dd><${Id} of=${known.control_url} what="the address of the control port" /></dd>
            </div>
          </dl>
          <${Section} id="roles" title="To start with" count=${Object.keys(known.credentials).length}>
            <${Table} caption="Credentials by role" heads=${['Role', 'Client id', 'Secret', 'Copy']}
              >${Object.entries(known.credentials).map(([role, of]) => html`<${Role} key=${role} role=${role} of=${of} profile=${known} />`)}<//
            >
          <//>
          <${Tokens} profile=${known} />`}<//
    >
    <${Loading} of=${lenders}>${({ data }) => html`<${Clients} lenders=${data} /><${Webhooks} lenders=${data} />`}<//>`
}
