// Faults: which there are with how often each struck, ready-made ones, a form for any other.
import { act } from './api.js'
import { addressOf } from './address.js'
import { summaryOf } from './facts.js'
import { FaultForm } from './fault-form.js'
import { html } from './library.js'
import { useValue } from './live.js'
import { Empty, Loading, Refusal, RowButton, Section, Table, Time, useAction } from './parts.js'
import { number, words } from './text.js'

const ready = [
  ['Lose the answer of the next create', { kind: 'commit-then-fail', operation: 'createOrder', nth: 1 }],
  ['503 for every tenth call', { kind: 'status', status: 503, retry_after: 2, every: 10 }],
  ['429 for the next call', { kind: 'status', status: 429, retry_after: 1, nth: 1 }],
  ['Two seconds for each call', { kind: 'latency', milliseconds: 2000 }],
  ['Deliver each event twice', { kind: 'duplicate' }],
  ['Sign the next delivery with a wrong secret', { kind: 'wrong-secret', nth: 1 }],
]

const scopes = ['operation', 'client_id', 'environment', 'event_type', 'lender_id', 'order_id', 'attempt']
const times = ['nth', 'every', 'probability', 'seed', 'times', 'expires_in', 'expires_clock']

const listed = (fault, names) =>
  names
    .filter((name) => fault[name] !== undefined)
    .map((name) => `${words(name)}: ${name === 'operation' ? summaryOf(fault[name]) : fault[name]}`)
    .join(', ')

const whichOf = ({ every, probability }) => {
  if (every !== undefined) return `one of every ${number(every)}`
  return probability === undefined ? 'each' : `each with probability ${probability}`
}

const whenOf = (fault) => {
  if (fault.nth !== undefined) return `number ${number(fault.nth)} alone`
  return fault.times === undefined ? whichOf(fault) : `${whichOf(fault)}, ${number(fault.times)} at most`
}

const tones = { active: 'pass', spent: '', expired: '' }

const Row = ({ of: { id, state, matched, struck, expires_at, fault }, busy, remove }) => {
  const own = Object.keys(fault).filter((name) => name !== 'kind' && !scopes.includes(name) && !times.includes(name))
  return html`<tr>
    <th scope="row"><b>${fault.kind}</b> <span class="soft">${id}</span><br />${listed(fault, own)}</th>
    <td>${listed(fault, scopes) || html`<span class="soft">all</span>`}</td>
    <td>${whenOf(fault)}${expires_at ? html`, until <${Time} of=${expires_at} />` : ''}</td>
    <td><span class=${`tag ${tones[state]}`}>${state}</span></td>
    <td class="n">${number(matched)}</td>
    <td class="n">
      ${struck > 0 ? html`<a href=${addressOf(['journal'], { fault: id })} aria-label=${`${struck} in the journal`}>${number(struck)}</a>` : '0'}
    </td>
    <td>
      <${RowButton} does="Remove the fault" of=${id} disabled=${busy} onClick=${() => remove(id)} />
    </td>
  </tr>`
}

const heads = ['Fault', 'For', 'Strikes', 'State', 'Matched', 'Struck', 'Do']

export const FaultsPage = () => {
  const list = useValue('/faults', ['faults'])
  const { busy, error, run } = useAction(() => list.reload())
  const remove = (id) => run(() => act(`/faults/${encodeURIComponent(id)}/remove`))
  return html`<h1>Faults</h1>
    <p>
      Networks and servers fail. A fault makes chosen calls or deliveries fail, so that you see what your client does.
      The wire never says that a fault is injected; the <a href="#/journal">journal</a> does.
    </p>
    <div class="buttons" role="group" aria-label="Ready-made faults">
      ${ready.map(([label, fault]) => html`<button type="button" disabled=${busy} onClick=${() => run(() => act('/faults', fault))}>${label}</button>`)}
    </div>
    <${Refusal} error=${error} />
    <${Loading} of=${list}
      >${({ data }) =>
        html`<${Section}
          id="faults"
          title="Faults that were added"
          count=${data.length}
          tools=${data.length > 0 ? html`<button type="button" class="small" disabled=${busy} onClick=${() => run(() => act('/faults/clear'))}>Remove all</button>` : null}
          >${
            data.length === 0
              ? html`<${Empty}>None: nothing fails on purpose.<//>`
              : html`<${Table} caption="Faults that were added" heads=${heads}
                  >${data.toReversed().map((one) => html`<${Row} key=${one.id} of=${one} busy=${busy} remove=${remove} />`)}<//
                >`
          }<//
        >`}<//
    >
    <${Section} id="add" title="Add a fault"><${FaultForm} onAdded=${() => list.reload()} /><//>`
}
