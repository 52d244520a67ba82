// The form that adds a fault: a kind with its own fields, for which calls or deliveries, and which of those it strikes.
import { act } from './api.js'
import { facts, operationOptions } from './facts.js'
import { html, useState } from './library.js'
import { useValue } from './live.js'
import { Field, Options, Prose, Refusal, useAction } from './parts.js'
import { words } from './text.js'

const turns = [
  ['', 'each of them'],
  ['nth', 'the n-th alone'],
  ['every', 'every n-th'],
  ['probability', 'some, by chance'],
]

const turnFields = {
  nth: ['n', { min: 1, step: 1 }],
  every: ['n', { min: 1, step: 1 }],
  probability: ['Probability, 0 to 1', { min: 0, max: 1, step: 'any' }],
}

const environments = ['sandbox', 'production']

const numeric = new Set(['attempt', 'nth', 'every', 'probability', 'seed', 'times', 'expires_in'])

const bodyOf = (form, { kind, fields }) => {
  const numbers = new Set([...numeric, ...fields.filter(({ type }) => type !== 'string').map(({ name }) => name)])
  const given = [...new FormData(form)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value !== '')
  return {
    kind,
    ...Object.fromEntries(given.map(([name, value]) => [name, numbers.has(name) ? Number(value) : value])),
  }
}

const Choice = ({ name, label, all, any }) => {
  const [value, setValue] = useState(any === undefined ? String(all.at(-1)) : '')
  return html`<${Field} label=${label}
    ><${Options} name=${name} value=${value} any=${any} all=${all} onChange=${setValue}
  /><//>`
}

const Amount = ({ name, label, required, ...limits }) =>
  html`<${Field} label=${label}><input name=${name} type="number" required=${required} ...${limits} /><//>`

const Own = ({ of }) => {
  const { name, type, required, minimum, maximum, description } = of
  const label = `${words(name)}${required ? '' : ' (optional)'}`
  if (of.enum)
    return html`<${Choice}
      name=${name}
      label=${label}
      all=${of.enum.map(String)}
      any=${required ? undefined : (of.default ?? 'any')}
    />`
  const hint = of.default ?? ''
  if (type === 'string') return html`<${Field} label=${label}><input name=${name} title=${description} /><//>`
  return html`<${Amount}
    name=${name}
    label=${label}
    required=${required}
    title=${description}
    min=${minimum}
    max=${maximum}
    step=${type === 'integer' ? 1 : 'any'}
    placeholder=${hint}
  />`
}

const ForCalls = ({ clients }) =>
  html`<${Choice} name="operation" label="Operation" any="every" all=${operationOptions} />
    <${Choice} name="client_id" label="Client" any="every" all=${clients} />
    <${Choice} name="environment" label="Environment" any="both" all=${environments} />`

const ForDeliveries = ({ lenders }) =>
  html`<${Choice} name="event_type" label="Event type" any="every" all=${facts.event_types} />
    <${Choice} name="lender_id" label="Lender" any="every" all=${lenders} />
    <label class="field"><span>Order id (optional)</span><input name="order_id" /></label>
    <${Amount} name="attempt" label="Attempt, 1 to 9 (optional)" min="1" max="9" step="1" />
    <${Choice} name="environment" label="Environment" any="both" all=${environments} />`

const Which = () => {
  const [turn, setTurn] = useState('')
  const [label, limits] = turnFields[turn] ?? []
  return html`<${Field} label="Strikes"
      ><select value=${turn} onChange=${(event) => setTurn(event.currentTarget.value)}>
        ${turns.map(([code, text]) => html`<option value=${code}>${text}</option>`)}
      </select><//
    >
    ${turn ? html`<${Amount} key=${turn} name=${turn} label=${label} required ...${limits} />` : null}
    ${turn === 'probability' ? html`<${Amount} name="seed" label="Seed (optional)" min="0" step="1" placeholder="1" />` : null}
    ${turn === 'nth' ? null : html`<${Amount} name="times" label="At most, times (optional)" min="1" step="1" />`}`
}

const Life = () => {
  const [isLimited, setLimited] = useState(false)
  return html`<${Field} label="Ends after, seconds (optional)"
      ><input
        name="expires_in"
        type="number"
        min="0"
        step="any"
        onInput=${(event) => setLimited(event.currentTarget.value !== '')}
    /><//>
    ${
      isLimited
        ? html`<${Field} label="By the clock"
            ><select name="expires_clock">
              <option value="domain">domain</option>
              <option value="wire">real</option>
            </select><//
          >`
        : null
    }`
}

export const FaultForm = ({ onAdded }) => {
  const [name, setName] = useState(facts.fault_kinds[0].kind)
  const clients = useValue('/clients', ['clients'])
  const lenders = useValue('/lenders', ['lenders'])
  const { busy, error, run } = useAction(onAdded)
  const kind = facts.fault_kinds.find((one) => one.kind === name)
  const add = (event) => {
    event.preventDefault()
    const body = bodyOf(event.currentTarget, kind)
    void run(() => act('/faults', body))
  }
  const group = (strikes, label) =>
    html`<optgroup label=${label}>
      ${facts.fault_kinds.filter((one) => one.strikes === strikes).map((one) => html`<option value=${one.kind}>${one.kind}</option>`)}
    </optgroup>`
  return html`<form onSubmit=${add}>
    <div class="row">
      <${Field} label="Kind"
        ><select value=${name} onChange=${(event) => setName(event.currentTarget.value)}>
          ${group('calls', 'Calls')} ${group('deliveries', 'Deliveries')}
        </select><//
      >
      ${kind.fields.map((field) => html`<${Own} key=${`${name} ${field.name}`} of=${field} />`)}
    </div>
    <p class="soft"><${Prose} of=${kind.description} /></p>
    <fieldset>
      <legend>For</legend>
      <div class="row">
        ${
          kind.strikes === 'calls'
            ? html`<${ForCalls} clients=${(clients.value?.data ?? []).map((client) => client.client_id)} />`
            : html`<${ForDeliveries}
                lenders=${(lenders.value?.data ?? []).map(({ id, name: title }) => [id, title])}
              />`
        }
      </div>
    </fieldset>
    <fieldset>
      <legend>When</legend>
      <div class="row"><${Which} /><${Life} /></div>
    </fieldset>
    <p><button class="main" disabled=${busy}>Add the fault</button></p>
    <${Refusal} error=${error} />
  </form>`
}
