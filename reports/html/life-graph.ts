// The life cycle of an order as a graph: every move that the run knew of, coloured and patterned by its verdict, with how often it was seen.
import type { Run } from '../summary.ts'
import { lifeTable } from './contract-tables.ts'
import { box, canvas, drawnAt, pipes, places, type Drawn } from './life-layout.ts'
import type { Pack } from './lazy.ts'
import { ruleLink } from './links.ts'
import { html, type Html, type Piece } from './markup.ts'
import { bundle, lookOf, lookWords, movesOf, type Look, type Move } from './moves.ts'
import { number, verdictTag } from './words.ts'

/** A status code in lines that fit into its box. */
const linesOf = (code: string): string[] => {
  const lines: string[] = []
  for (const [index, part] of code.split('_').entries()) {
    const word = index === 0 ? part : `_${part}`
    if (lines.length === 0 || lines.at(-1)!.length + word.length > 13) lines.push(word)
    else lines[lines.length - 1] += word
  }
  return lines
}

const node = (code: string, seen: number | null): Html => {
  const { x, y } = places[code]!
  const lines = linesOf(code)
  const top = y - (lines.length - 1) * 6 + 4
  return html`<g class="${seen === 0 ? 'node unseen' : 'node'}"
    ><rect
      x="${x - box.width / 2}"
      y="${y - box.height / 2}"
      width="${box.width}"
      height="${box.height}"
      rx="6"
    />${lines.map((line, index) => html`<text x="${x}" y="${top + index * 12}" text-anchor="middle">${line}</text>`)}</g
  >`
}

const edge = ({ path, x, y }: Drawn, look: Look, seen: number): Html => {
  const label = `${look === 'violated' ? '✕' : ''}${number(seen)}`
  const width = label.length * 7 + 6
  return html`<g class="edge ${look}"
    ><path d="${path}" marker-end="url(#head-${look})" /><rect
      x="${x - width / 2}"
      y="${y - 8}"
      width="${width}"
      height="15"
      rx="7"
    /><text x="${x}" y="${y + 4}" text-anchor="middle">${label}</text></g
  >`
}

const looks = Object.keys(lookWords) as Look[]

const marker = (look: Look): Html =>
  html`<marker
    id="head-${look}"
    class="head ${look}"
    viewBox="0 0 8 8"
    refX="7"
    refY="4"
    markerWidth="8"
    markerHeight="8"
    markerUnits="userSpaceOnUse"
    orient="auto"
    ><path d="M0,0 L8,4 L0,8 z"
  /></marker>`

const legend = html`<ul class="legend">
  ${looks.map(
    (look) =>
      html`<li>
        <svg width="44" height="12" aria-hidden="true">
          <g class="edge ${look}"><path d="M2,6 L42,6" /></g>
        </svg>
        ${lookWords[look]}
      </li>`,
  )}
</ul>`

/** Moves that share a place in the drawing share a line. */
const edges = (moves: readonly Move[]): Html[] => {
  const byPath = new Map<string, { drawn: Drawn; moves: Move[] }>()
  for (const move of moves) {
    const drawn = drawnAt(move)
    if (!drawn) continue
    const entry = byPath.get(drawn.path) ?? { drawn, moves: [] }
    entry.moves.push(move)
    byPath.set(drawn.path, entry)
  }
  return [...byPath.values()].map(({ drawn, moves: own }) => {
    const { look, seen } = bundle(own)!
    return edge(drawn, look, seen)
  })
}

const drawing = (run: Run, moves: readonly Move[]): Html => {
  const seen = run.coverage?.statuses.seen ?? {}
  const known = lifeTable().statuses.filter(({ code }) => places[code])
  return html`<svg
    viewBox="0 0 ${canvas.width} ${canvas.height}"
    width="${canvas.width}"
    height="${canvas.height}"
    role="img"
    aria-label="Graph of ${moves.length} moves between ${known.length} statuses; the table of moves below has the same"
  >
    <defs>${looks.map(marker)}</defs>
    <text class="hint" x="48" y="30">an order is created</text>
    ${pipes.map(
      ({ action, path, x, y }) =>
        html`<path class="pipe" d="${path}" /><text class="hint" x="${x}" y="${y}" text-anchor="end">${action}</text>`,
    )}
    <text class="hint" x="222" y="516">resume</text>
    <text class="hint" x="252" y="567">back to the status</text>
    <text class="hint" x="252" y="581">before the hold</text>
    <text class="hint" x="470" y="519" text-anchor="end">by the company</text>
    <text class="hint" x="480" y="608" text-anchor="middle">moves on its own</text>
    <path class="pipe" d="M480,483 L480,547" />
    ${edges(moves)}${known.map(({ code }) => node(code, run.coverage ? (seen[code] ?? 0) : null))}
  </svg>`
}

const row = (move: Move): Html => {
  const look = lookOf(move)
  return html`<tr>
    <th scope="row">${move.from || 'no order yet'}</th>
    <td>${move.action}</td>
    <td>${move.to}</td>
    <td class="n">${number(move.seen)}</td>
    <td>${move.verdict ? verdictTag(move.verdict) : lookWords[look]}</td>
    <td>${move.rule && ruleLink(move.rule)}</td>
  </tr>`
}

const table = (moves: readonly Move[], pack: Pack): Html =>
  html`<details>
    <summary>All ${moves.length} moves as a table</summary>
    ${pack.later(
      html`<div class="scroll" tabindex="0" role="region" aria-label="Table of moves">
        <table>
          <caption>
            Moves of an order
          </caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">By</th>
              <th scope="col">To</th>
              <th scope="col" class="n">Seen</th>
              <th scope="col">Verdict</th>
              <th scope="col">Rule</th>
            </tr>
          </thead>
          <tbody>
            ${moves.map(row)}
          </tbody>
        </table>
      </div>`,
    )}
  </details>`

export const lifeGraph = (run: Run, pack: Pack): Piece => {
  const moves = movesOf(run)
  if (moves.length === 0) return html`<p class="empty">The run ended before assay counted any move.</p>`
  const count = moves.filter(({ seen }) => seen > 0).length
  return html`<p>${count} of ${moves.length} moves were seen. The number on a line is how often.</p>
    <figure class="life">
      <div class="scroll" tabindex="0" role="region" aria-label="Graph of the order life cycle">
        ${drawing(run, moves)}
      </div>
      ${legend}
    </figure>
    ${table(moves, pack)}`
}
