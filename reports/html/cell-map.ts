// Status × action as a heat map in a table: which cells must refuse, how often each was tried, and which did not refuse.
import type { Run } from '../summary.ts'
import { actions, cellKey, judgedCells, type JudgedCell } from './cells.ts'
import { lifeTable, type Cell } from './contract-tables.ts'
import type { Pack } from './lazy.ts'
import { ruleAnchor } from './links.ts'
import { html, type Html, type Piece } from './markup.ts'
import { movesOf } from './moves.ts'

type Seen = {
  refused: Record<string, number>
  /** The cells that the run counts: a status that only the company can bring about has none. */
  known: ReadonlySet<string>
  accepted: ReadonlyMap<string, number>
  judged: ReadonlyMap<string, JudgedCell>
}

/** A revision request that the contract refuses whatever the status, tried where a sound one is accepted. */
const unacknowledged = 'revision:unacknowledged'

/** What the contract requires of an advance; null where it depends on the status before a hold. */
const advanceCell = (status: string, to: string): Cell | null => {
  const { advance, advance_as_previous, advance_never_to } = lifeTable()
  if (advance_never_to.includes(to)) return 'refused'
  if (advance_as_previous.includes(status)) return null
  return advance[status]?.includes(to) ? 'accepted' : 'refused'
}

/** Undefined for a request that no cell of the contract is about. */
const permitted = (status: string, action: string): Cell | null | undefined => {
  if (action === unacknowledged) return undefined
  if (action.startsWith('advance:')) return advanceCell(status, action.slice(8))
  return lifeTable().cells[action.startsWith('revision:') ? 'revision_request' : action]?.[status] ?? null
}

// An amendment leaves the order where it is, so no move counts it.
const counted = /^(?!amend)/

const heat = (count: number): string => (count === 0 ? 'h0' : count === 1 ? 'h1' : count < 5 ? 'h2' : 'h3')

const cell = (status: string, action: string, { refused, known, accepted, judged }: Seen): Html => {
  const key = cellKey(status, action)
  const kind = permitted(status, action)
  const own = judged.get(key)
  const tried = refused[key] ?? 0
  const taken = accepted.get(key) ?? 0
  // A rule about many cells is violated in one of them: not where the refusal came.
  if (own?.verdict === 'fail' && (own.alone || tried === 0))
    return html`<td class="violated">
      <a href="#${ruleAnchor(own.rule)}"
        ><span aria-hidden="true">✕${!own.alone && '?'}</span
        ><span class="vh">${own.alone ? 'violated' : 'this or another cell of a violated rule'}</span></a
      >
    </td>`
  if (known.has(key))
    return html`<td class="refuses ${heat(tried)}"><span class="vh">refused, seen </span>${tried}</td>`
  if (kind === 'refused' || kind === undefined)
    return html`<td class="free"><span aria-hidden="true">–</span><span class="vh">not counted</span></td>`
  if (kind === 'accepted')
    return html`<td class="accepts">
      <span aria-hidden="true">→</span><span class="vh">accepted</span>${counted.test(action) && taken}
    </td>`
  return html`<td class="free">
    <span aria-hidden="true">~</span><span class="vh">left open</span>${tried + taken > 0 && ` ${tried + taken}`}
  </td>`
}

const columns = (name: string): Piece =>
  name.split(/(?<=[_:])/).map((part, index) => [index > 0 && html`<wbr />`, part])

const table = (caption: string, names: readonly string[], prefix: string, seen: Seen): Html => {
  const { statuses } = lifeTable()
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
    <table class="heat">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">Status</th>
          ${names.map((name) => html`<th scope="col"><span>${columns(name)}</span></th>`)}
        </tr>
      </thead>
      <tbody>
        ${statuses.map(
          ({ code }) =>
            html`<tr>
              <th scope="row">${code}</th>
              ${names.map((name) => cell(code, `${prefix}${name}`, seen))}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`
}

export const cellMap = (run: Run, pack: Pack): Piece => {
  const share = run.coverage?.illegal_cells
  if (!share) return false
  const accepted = new Map<string, number>()
  for (const { from, action, seen } of movesOf(run)) {
    const key = cellKey(from, action)
    accepted.set(key, (accepted.get(key) ?? 0) + seen)
  }
  const known = new Set([...Object.keys(share.seen), ...share.missing])
  const seen: Seen = { refused: share.seen, known, accepted, judged: judgedCells(run.rules) }
  return html`<h3 id="cells">Forbidden actions by status</h3>
    <p>
      ${share.reached} of ${share.of} forbidden actions were tried, the sandbox advances below included. A bare number:
      refusals seen, darker for more, hatched for none. <b>→</b> accepted, <b>~</b> left open by the contract,
      <b>–</b> not counted (assay cannot bring an order into this status, or the request is no case of its own),
      <b>✕</b> a violated rule, <b>✕?</b> this or another cell of a violated rule.
    </p>
    ${table('Actions by status', [...actions, unacknowledged], '', seen)}
    <details>
      <summary>Sandbox advance, by the status it leads to</summary>
      ${pack.later(
        table(
          'Advance by status',
          lifeTable().statuses.map(({ code }) => code),
          'advance:',
          seen,
        ),
      )}
    </details>`
}
