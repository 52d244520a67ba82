// Domain time: what it is, whether it stands, what falls due, and what happened when it was moved; states that come back.
import { act, read } from './api.js'
import { Due, Fired } from './due.js'
import { offers } from './facts.js'
import { html, useRef, useState } from './library.js'
import { useLive, useValue } from './live.js'
import { Field, Options, Refusal, useAction } from './parts.js'
import { moveInPieces } from './move.js'
import { Snapshots } from './snapshots.js'
import { WorldFile } from './world-file.js'
import { instant, number } from './text.js'

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

const Standing = ({ mode, frozen, busy, run }) => {
  if (!offers('freezeClock') || (mode === 'manual' && !frozen)) return null
  return html`<button
    type="button"
    disabled=${busy}
    onClick=${() => run(() => act(frozen ? '/clock/unfreeze' : '/clock/freeze'))}
  >
    ${frozen ? 'Unfreeze' : 'Freeze'}
  </button>`
}

const Moving = ({ of: { now, fired, part }, onCancel }) =>
  html`<div class="moving" role="status">
    <progress max="1" value=${part} aria-label="How far the clock is"></progress>
    <span>${instant(now)}, ${number(fired)} things ran so far</span>
    <button type="button" onClick=${onCancel}>Cancel the move</button>
  </div>`

export const ClockPage = ({ values }) => {
  const { now, mode, frozen } = useLive()
  const next = useValue('/clock/due?limit=1', ['orders', 'events', 'personas', 'personaWork'])
  const [fired, setFired] = useState(null)
  const [unit, setUnit] = useState('60')
  const { busy, error, run } = useAction((answer) => {
    if (answer?.fired) setFired(answer)
    next.reload()
  })
  const [moving, setMoving] = useState(null)
  const cancelled = useRef(false)
  const toNextDue = () => run(() => act('/clock/advance', { until: 'next_due' }))
  const move = (targetOf) =>
    run(async () => {
      cancelled.current = false
      const { now: from } = await read('/clock')
      try {
        const isCancelled = () => cancelled.current
        return await moveInPieces({ from, target: targetOf(from), onPiece: setMoving, isCancelled })
      } finally {
        setMoving(null)
      }
    })
  const moveBy = (seconds) => move((from) => new Date(Date.parse(from) + seconds * 1000).toISOString())
  const sendSpan = (event) => {
    event.preventDefault()
    void moveBy(Number(new FormData(event.currentTarget).get('amount')) * Number(unit))
  }
  const sendInstant = (event) => {
    event.preventDefault()
    const to = new Date(`${new FormData(event.currentTarget).get('to')}Z`).toISOString()
    void move(() => to)
  }
  const isIdle = next.value?.total === 0
  return html`<h1>Clock</h1>
    <div class="row">
      <p class="big">
        <time datetime=${now}>${instant(now)}</time>
        <span class="soft">UTC, ${mode} clock${frozen ? ', frozen' : ''}</span>
      </p>
      <${Standing} mode=${mode} frozen=${frozen} busy=${busy} run=${run} />
    </div>
    <p>
      Orders, tokens, links and webhook retries go by this clock; signatures and rate limits go by the real one. It only
      moves forward, but a snapshot that is restored brings its own time back.
    </p>
    <div class="buttons" role="group" aria-label="Move forward">
      <span class="soft">Move forward</span>
      ${spans.map(([words, seconds]) => html`<button type="button" disabled=${busy} onClick=${() => moveBy(seconds)}>${words}</button>`)}
      <button type="button" class="main" disabled=${busy || isIdle} onClick=${toNextDue}>To what is due next</button>
      <button type="button" disabled=${busy || isIdle} onClick=${() => move(() => undefined)}>
        Until nothing is due
      </button>
    </div>
    <div class="row">
      <form class="row" onSubmit=${sendSpan}>
        <label class="field"
          ><span>Amount</span><input name="amount" type="number" min="0" step="any" defaultValue="5" required
        /></label>
        <${Field} label="Unit"><${Options} name="unit" value=${unit} all=${units} onChange=${setUnit} /><//>
        <button disabled=${busy}>Move by this</button>
      </form>
      <form class="row" onSubmit=${sendInstant}>
        <label class="field"
          ><span>Instant (UTC)</span><input name="to" type="datetime-local" step="1" required /></label
        ><button disabled=${busy}>Move to this</button>
      </form>
    </div>
    ${moving ? html`<${Moving} of=${moving} onCancel=${() => (cancelled.current = true)} />` : null}
    <${Refusal} error=${error} />
    ${fired ? html`<${Fired} of=${fired} />` : null} ${offers('takeSnapshot') ? html`<${Snapshots} />` : null}
    <${Due} order_id=${values.order_id ?? ''} />
    ${offers('exportWorld') ? html`<${WorldFile} onImported=${() => next.reload()} />` : null}`
}
