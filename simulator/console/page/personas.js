// Who plays the company on its own, for an order, a lender or all; and orders to begin with.
import { act } from './api.js'
import { addressOf } from './address.js'
import { doingOf, facts, offers } from './facts.js'
import { html, useState } from './library.js'
import { useLive, useValue } from './live.js'
import {
  Empty,
  Field,
  LenderOptions,
  Loading,
  Options,
  Prose,
  Refusal,
  RowButton,
  Section,
  Table,
  Time,
  useAction,
} from './parts.js'
import { distance, number } from './text.js'

const environments = ['sandbox', 'production']

const Scope = ({ of: { lender_id, order_id } }) => {
  if (order_id) return html`order <a href=${addressOf(['orders', order_id])}><code>${order_id}</code></a>`
  return lender_id ? html`lender <code>${lender_id}</code>` : 'all orders'
}

const Next = ({ of, now }) => {
  if (!of) return html`<span class="soft">nothing to do</span>`
  return html`${doingOf(of.what).replace(/^[\w-]+ company: /, '')}
    <a href=${addressOf(['orders', of.order_id])}><code>${of.order_id}</code></a
    ><br /><span class="soft"><${Time} of=${of.at} />, ${now ? distance(now, of.at) : ''}</span>`
}

const heads = ['Persona', 'Plays for', 'Seed', 'Its next step', 'Do']

const InForce = ({ data, busy, remove }) => {
  const { now } = useLive()
  if (data.length === 0)
    return html`<${Empty}>None: the company does what you do on the page of an order, and nothing else.<//>`
  return html`<${Table} caption="Personas in force" heads=${heads}
    >${data.map(
      (one) =>
        html`<tr key=${one.id}>
          <th scope="row" title=${one.id}><b>${one.name}</b></th>
          <td><${Scope} of=${one} /></td>
          <td class="n">${one.seed}</td>
          <td><${Next} of=${one.next} now=${now} /></td>
          <td>
            <${RowButton} does="Remove the persona" of=${one.id} disabled=${busy} onClick=${() => remove(one.id)} />
          </td>
        </tr>`,
    )}<//
  >`
}

const SetForm = ({ known, lenders, busy, run }) => {
  const [name, setName] = useState(known[0].name)
  const [scope, setScope] = useState('all')
  const [lender, setLender] = useState(lenders[0]?.id)
  const set = (event) => {
    event.preventDefault()
    const { order_id, seed } = Object.fromEntries(new FormData(event.currentTarget))
    const whom = { lender: { lender_id: lender }, order: { order_id: order_id?.trim() } }[scope]
    void run(() => act('/personas', { name, ...whom, ...(seed && { seed: Number(seed) }) }))
  }
  return html`<form onSubmit=${set}>
    <div class="row">
      <${Field} label="Persona"
        ><${Options} name="name" value=${name} all=${known.map((one) => one.name)} onChange=${setName}
      /><//>
      <${Field} label="Plays for"
        ><${Options}
          name="scope"
          value=${scope}
          all=${[
            ['all', 'all orders'],
            ['lender', 'a lender'],
            ['order', 'an order'],
          ]}
          onChange=${setScope}
      /><//>
      ${scope === 'lender' ? html`<${LenderOptions} lenders=${lenders} value=${lender} onChange=${setLender} />` : null}
      ${scope === 'order' ? html`<label class="field grow few"><span>Order id</span><input name="order_id" required /></label>` : null}
      <label class="field"
        ><span>Seed (optional)</span><input name="seed" type="number" min="0" max="4294967295" placeholder="1"
      /></label>
      <button class="main" disabled=${busy}>Set the persona</button>
    </div>
    <p class="soft"><${Prose} of=${known.find((one) => one.name === name).summary} /></p>
  </form>`
}

const Seed = ({ lenders }) => {
  const [seeded, setSeeded] = useState(null)
  const [status, setStatus] = useState('')
  const [lender, setLender] = useState('')
  const [environment, setEnvironment] = useState('sandbox')
  const { busy, error, run } = useAction(setSeeded)
  const seed = (event) => {
    event.preventDefault()
    const count = Number(new FormData(event.currentTarget).get('count'))
    const more = { ...(status && { statuses: [status] }), ...(lender && { lender_id: lender }) }
    void run(() => act('/orders/seed', { count, environment, ...more }))
  }
  return html`<${Section} id="seed" title="Seed orders">
    <p>
      Each order is placed as in the company's portal and comes to its status by the company's moves, with events,
      documents and requests.
    </p>
    <form class="row" onSubmit=${seed}>
      <${Field} label="Status"
        ><${Options}
          name="status"
          value=${status}
          any="every status"
          all=${facts.statuses.map(({ code, label }) => [code, label])}
          onChange=${setStatus}
      /><//>
      <label class="field"
        ><span>Orders in each</span><input name="count" type="number" min="1" max="1000" defaultValue="1" required
      /></label>
      <${Field} label="Lender"
        ><${Options}
          name="seed_lender"
          value=${lender}
          any="of the main credential"
          all=${lenders.map(({ id, name }) => [id, name])}
          onChange=${setLender}
      /><//>
      <${Field} label="Environment"
        ><${Options} name="environment" value=${environment} all=${environments} onChange=${setEnvironment}
      /><//>
      <button class="main" disabled=${busy}>${busy ? 'Seeding …' : 'Seed orders'}</button>
    </form>
    <${Refusal} error=${error} />
    ${seeded ? html`<p role="status">${number(seeded.data.length)} ${seeded.data.length === 1 ? 'order is' : 'orders are'} there. <a href="#/orders">See the orders</a></p>` : null}
  <//>`
}

export const PersonasPage = () => {
  const list = useValue('/personas', ['personas', 'personaWork', 'orders'])
  const lenders = useValue('/lenders', ['lenders'])
  const { busy, error, run } = useAction(() => list.reload())
  const remove = (id) => run(() => act(`/personas/${encodeURIComponent(id)}/remove`))
  return html`<h1>Personas</h1>
    <p>
      A persona plays the company on the domain clock: it does with each order what its company would do next. Where
      several fit an order, the one with the narrowest scope acts. <a href="#/clock">Move the clock</a> to see them
      work.
    </p>
    <${Loading} of=${list}
      >${({ data, known }) =>
        html`<${Section} id="in-force" title="In force" count=${data.length}
            ><${InForce} data=${data} busy=${busy} remove=${remove}
          /><//>
          <${Section} id="set" title="Set a persona">
            <${SetForm} known=${known} lenders=${lenders.value?.data ?? []} busy=${busy} run=${run} />
            <${Refusal} error=${error} />
          <//>`}<//
    >
    ${offers('seedOrders') ? html`<${Seed} lenders=${lenders.value?.data ?? []} />` : null}`
}
