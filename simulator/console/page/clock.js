// Domain time: what it is, what will happen as it passes, and what happened when it was moved.
import { act, query } from './api.js'
import { addressOf } from './address.js'
import { html, useState } from './library.js'
import { useLive, useValue } from './live.js'
import { Empty, Field, Loading, Options, Refusal, Section, Table, Time, useAction } from './parts.js'
import { distance, instant } from './text.js'

const spans = [
  ['1 minute', 60],
  ['10 minutes', 600],
  ['1 hour', 3600],
  ['1 day', 86_400],
  ['30 days', 2_592_000],
]

const units = [
  ['1', 'seconds'],
  ['60', 'minutes'],
  ['3600', 'hours'],
  ['86400', 'days'],
]

const Subject = ({ of }) => {
  const page = { ord: 'orders', evt: 'events' }[of.slice(0, 3)]
  return page ? html`<a href=${addressOf([page, of])}><code>${of}</code></a>` : html`<code>${of}</code>`
}

const shown = 100

const Due = ({ upcoming, now }) =>
  upcoming.length === 0
    ? html`<${Empty}>Nothing is due.<//>`
    : html`<${Table} caption="What is due" heads=${['When', 'How far', 'What', 'Of']}
          >${upcoming.slice(0, shown).map(
            ({ at, what, subject }) =>
              html`<tr>
                <td class="nowrap"><${Time} of=${at} /></td>
                <td class="nowrap soft">${now ? distance(now, at) : ''}</td>
                <td>${what}</td>
                <td><${Subject} of=${subject} /></td>
              </tr>`,
          )}<//
        >
        ${upcoming.length > shown ? html`<p class="soft">The first ${shown} are shown.</p>` : null}`

const Fired = ({ of: { now, fired } }) =>
  html`<${Section} id="fired" title="What happened on the way" count=${fired.length}>
    <p>Domain time is ${instant(now)} now.</p>
    ${
      fired.length === 0
        ? html`<${Empty}>Nothing fell due.<//>`
        : html`<${Table} caption="What happened on the way" heads=${['When', 'What', 'Of', 'Outcome']}
            >${fired.map(
              ({ at, what, subject, outcome = '' }) =>
                html`<tr>
                  <td class="nowrap"><${Time} of=${at} /></td>
                  <td>${what}</td>
                  <td><${Subject} of=${subject} /></td>
                  <td>${outcome}</td>
                </tr>`,
            )}<//
          >`
    }
  <//>`

export const ClockPage = () => {
  const { now, mode } = useLive()
  const clock = useValue(query('/clock', {}), ['orders', 'events'])
  const [fired, setFired] = useState(null)
  const [unit, setUnit] = useState('60')
  const { busy, error, run } = useAction((answer) => {
    if (answer?.fired) setFired(answer)
    clock.reload()
  })
  const advance = (body) => run(() => act('/clock/advance', body))
  const sendSpan = (event) => {
    event.preventDefault()
    void advance({ seconds: Number(new FormData(event.currentTarget).get('amount')) * Number(unit) })
  }
  const sendInstant = (event) => {
    event.preventDefault()
    void advance({ to: new Date(`${new FormData(event.currentTarget).get('to')}Z`).toISOString() })
  }
  return html`<h1>Clock</h1>
    <p class="big"><time datetime=${now}>${instant(now)}</time> <span class="soft">UTC, ${mode} clock</span></p>
    <p>
      Orders, tokens, links and webhook retries go by this clock; signatures and rate limits go by the real one. It only
      moves forward.
    </p>
    <div class="buttons" role="group" aria-label="Move forward">
      <span class="soft">Move forward</span>
      ${spans.map(([words, seconds]) => html`<button type="button" disabled=${busy} onClick=${() => advance({ seconds })}>${words}</button>`)}
      <button
        type="button"
        class="main"
        disabled=${busy || !clock.value?.upcoming.length}
        onClick=${() => advance({ to: clock.value.upcoming[0].at })}
      >
        To what is due next
      </button>
    </div>
    <form class="row" onSubmit=${sendSpan}>
      <label class="field"
        ><span>Amount</span><input name="amount" type="number" min="0" step="any" value="5" required
      /></label>
      <${Field} label="Unit"><${Options} name="unit" value=${unit} all=${units} onChange=${setUnit} /><//>
      <button disabled=${busy}>Move by this</button>
    </form>
    <form class="row" onSubmit=${sendInstant}>
      <label class="field"><span>Instant (UTC)</span><input name="to" type="datetime-local" step="1" required /></label
      ><button disabled=${busy}>Move to this</button>
    </form>
    <${Refusal} error=${error} />
    ${fired ? html`<${Fired} of=${fired} />` : null}
    <${Loading} of=${clock}
      >${({ upcoming }) => html`<${Section} id="due" title="What is due" count=${upcoming.length}><${Due} upcoming=${upcoming} now=${now} /><//>`}<//
    >`
}
