// What can be done with the order now: the company's moves as buttons, the lender's as a list, and why the others are refused.
import { act } from './api.js'
import { labelOf, summaryOf } from './facts.js'
import { html, useState } from './library.js'
import { Field, Refusal, Why, Section, Text, useAction } from './parts.js'
import { words } from './text.js'

const names = {
  placeReviewedOrder: 'Place after review',
  assignAppraiser: 'Assign the appraiser',
  deliverReport: 'Deliver the report',
  holdForCompany: 'Put on hold',
  resumeForCompany: 'Resume',
  cancelForCompany: 'Cancel',
}

const nameOf = ({ operation, to_status }) => (to_status ? labelOf(to_status) : names[operation])

const bodyOf = ({ operation, to_status }, { note, appraiser }) => {
  const text = note.trim()
  if (operation === 'assignAppraiser') return { name: appraiser.trim() || 'Avery Sample' }
  if (operation === 'moveOrder') return { to_status, ...(text && { note: text }) }
  if (operation === 'cancelForCompany') return { reason: text || 'The company cannot take the order.' }
  if (operation === 'placeReviewedOrder') return text ? { note: text } : {}
  return operation === 'deliverReport' || !text ? {} : { reason: text }
}

/** Refusals for one reason are shown once. */
const grouped = (moves, reasonOf, nameOf) => {
  const groups = new Map()
  for (const move of moves) {
    const reason = reasonOf(move)
    const group = groups.get(reason) ?? { first: move, names: [] }
    group.names.push(nameOf(move))
    groups.set(reason, group)
  }
  return [...groups.values()]
}

const lenderName = ({ operation, variant }) => {
  const does = summaryOf(operation)
  if (!variant) return does
  return `${does}: ${operation === 'advanceOrder' ? labelOf(variant) : words(variant)}`
}

/** An operation is one call, in however many ways it may be asked for. */
const operationsIn = (moves) => new Set(moves.map(({ operation }) => operation)).size

const whyOf = ({ refusal, rule, freedom }) => `${refusal.code} ${freedom?.id ?? rule?.id ?? ''}`

const Lender = ({ moves }) => {
  const allowed = moves.filter((move) => move.allowed)
  const refused = grouped(
    moves.filter((move) => !move.allowed),
    whyOf,
    lenderName,
  )
  return html`<details>
    <summary>The lender: ${operationsIn(allowed)} of ${operationsIn(moves)} operations are accepted now</summary>
    <h3>Accepted</h3>
    <ul class="plain calls">
      ${allowed.map((move) => html`<li><span class="tag pass">✓</span> ${lenderName(move)}</li>`)}
    </ul>
    <h3>Refused</h3>
    <ul class="plain">
      ${refused.map(
        ({ first, names }) =>
          html`<li>
            <span class="tag fail">${first.refusal.status}</span> <code>${first.refusal.code}</code>
            <b>${names.join(', ')}</b> <${Why} rule=${first.rule} freedom=${first.freedom} />
          </li>`,
      )}
    </ul>
  </details>`
}

export const Moves = ({ moves, reload }) => {
  const [note, setNote] = useState('')
  const [appraiser, setAppraiser] = useState('')
  const { busy, error, run } = useAction(reload)
  const allowed = moves.company.filter((move) => move.allowed)
  const refused = moves.company.filter((move) => !move.allowed)
  const isMove = ({ operation }) => operation === 'moveOrder'
  const button = (move) =>
    html`<button
      type="button"
      class=${isMove(move) ? '' : 'main'}
      disabled=${busy}
      onClick=${async () => {
        if (await run(() => act(move.path, bodyOf(move, { note, appraiser })))) setNote('')
      }}
    >
      ${nameOf(move)}
    </button>`
  return html`<${Section} id="moves" title="Play the company">
    <div class="row">
      <${Field} label="Note or reason (optional)"
        ><input name="note" value=${note} onInput=${(event) => setNote(event.currentTarget.value)}
      /><//>
      <${Field} label="Appraiser"
        ><input
          name="appraiser"
          placeholder="Avery Sample"
          value=${appraiser}
          onInput=${(event) => setAppraiser(event.currentTarget.value)}
      /><//>
    </div>
    <div class="buttons" role="group" aria-label="What the company can do now">
      ${allowed.filter((move) => !isMove(move)).map(button)}
    </div>
    ${allowed.some(isMove) ? html`<div class="buttons" role="group" aria-label="Statuses that the company can move the order to"><span class="soft">Move to</span>${allowed.filter(isMove).map(button)}</div>` : null}
    <${Refusal} error=${error} />
    ${
      refused.length === 0
        ? null
        : html`<details>
            <summary>${refused.length} moves are refused now, and why</summary>
            <ul class="plain">
              ${grouped(refused, ({ refusal }) => refusal.message, nameOf).map(({ first, names }) => html`<li><b>${names.join(', ')}</b><br /><${Text} of=${first.refusal.message} /></li>`)}
            </ul>
          </details>`
    }
    <${Lender} moves=${moves.lender} />
  <//>`
}
