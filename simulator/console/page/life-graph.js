// The life cycle as a graph: the way that the order took, where it stands, and where the company can move it.
import { facts } from './facts.js'
import { html, useEffect, useRef } from './library.js'

const size = { width: 1000, bottom: 470 }
const box = { width: 90, height: 46 }
const line = 155

/** The line of work from left to right, and its end; the report of a run has the same places. */
const work = facts.statuses
  .filter(({ code, stage }) => stage !== null && stage < 6 && code !== 'pending_review')
  .map(({ code }) => code)
const row = [...work, 'report_complete']
const gap = 792 / work.length

const places = {
  pending_review: { x: 48, y: line },
  ...Object.fromEntries(row.map((code, index) => [code, { x: 152 + index * gap, y: line }])),
  on_hold: { x: 200, y: 320 },
  off_hold: { x: 200, y: 440 },
  cancelled: { x: 480, y: 320 },
  reactivated: { x: 480, y: 440 },
  revision_requested: { x: 745, y: 320 },
  reconsideration_requested: { x: 944, y: 320 },
  revised_report_complete: { x: 845, y: 440 },
}

/** A status code in lines that fit into its box. */
const linesOf = (code) => {
  const lines = []
  for (const [index, part] of code.split('_').entries()) {
    const word = index === 0 ? part : `_${part}`
    if (lines.length === 0 || lines.at(-1).length + word.length > 13) lines.push(word)
    else lines[lines.length - 1] += word
  }
  return lines
}

/** Where a line from the middle of one box to another point leaves the box. */
const edgeOf = (from, to) => {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const part = Math.min(box.width / 2 / Math.abs(dx || 1e-9), (box.height / 2 + 3) / Math.abs(dy || 1e-9))
  return { x: from.x + dx * part, y: from.y + dy * part }
}

const stepsBetween = (from, to) => (row.includes(from) && row.includes(to) ? row.indexOf(to) - row.indexOf(from) : 0)

/** How far a way over N boxes rises above them. */
const riseOf = (steps) => 12 + Math.abs(steps) * 14

/** Where the picture begins: no higher than the highest way, or than one that leads back to its own box. */
const topOf = (steps) => {
  const rises = steps.map(([from, to]) => riseOf(Math.max(0, stepsBetween(from, to))))
  return line - box.height / 2 - Math.max(30, ...rises) - 6
}

const pathOf = (from, to) => {
  const [a, b] = [places[from], places[to]]
  const steps = stepsBetween(from, to)
  if (steps !== 0) {
    const forward = steps > 0
    const side = forward ? a.y - box.height / 2 : a.y + box.height / 2
    const [start, end] = [a.x + (forward ? 14 : -14), b.x + (forward ? -14 : 14)]
    const height = forward ? riseOf(steps) : 24
    return `M${start},${side} A${Math.abs(end - start) / 2},${height} 0 0 1 ${end},${side + (forward ? -3 : 3)}`
  }
  if (from === to) return `M${a.x + 20},${a.y - 23} c30,-34 46,-6 24,8`
  // Two ways between the same boxes lie beside each other.
  const shift = Math.sign(b.y - a.y || b.x - a.x) * 8
  const [from_, to_] = [
    { x: a.x + shift, y: a.y },
    { x: b.x + shift, y: b.y },
  ]
  const [start, end] = [edgeOf(from_, to_), edgeOf(to_, from_)]
  return `M${start.x},${start.y} L${end.x},${end.y}`
}

const Node = ({ code, kind }) => {
  const { x, y } = places[code]
  const lines = linesOf(code)
  const top = y - (lines.length - 1) * 6 + 4
  return html`<g class=${`node ${kind}`}>
    <rect x=${x - box.width / 2} y=${y - box.height / 2} width=${box.width} height=${box.height} rx="6" />
    ${lines.map((text, index) => html`<text x=${x} y=${top + index * 12} text-anchor="middle">${text}</text>`)}
  </g>`
}

const legend = [
  ['now', 'where it stands'],
  ['been', 'where it was'],
  ['next', 'where the company can move it'],
]

export const LifeGraph = ({ way, current, next }) => {
  const known = way.filter((code) => places[code])
  const steps = known.slice(1).map((to, index) => [known[index], to])
  const paths = [...new Set(steps.map(([from, to]) => pathOf(from, to)))]
  const top = topOf(steps)
  const kindOf = (code) => {
    if (code === current) return 'now'
    if (known.includes(code)) return next.includes(code) ? 'been next' : 'been'
    return next.includes(code) ? 'next' : ''
  }
  const frame = useRef(null)
  // On a narrow screen the graph begins where the order stands.
  useEffect(() => {
    frame.current.scrollLeft = (places[current]?.x ?? 0) - frame.current.clientWidth / 2
  }, [current])
  return html`<figure class="life">
    <div class="scroll" ref=${frame} tabindex="0" role="region" aria-label="Graph of the order life cycle">
      <svg
        viewBox=${`0 ${top} ${size.width} ${size.bottom - top}`}
        width=${size.width}
        height=${size.bottom - top}
        role="img"
        aria-label=${`The way of the order: ${way.join(', ')}`}
      >
        <defs>
          <marker
            id="head"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="9"
            markerHeight="9"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path class="head" d="M0,0 L8,4 L0,8 z" />
          </marker>
        </defs>
        ${paths.map((path) => html`<path class="way" d=${path} marker-end="url(#head)" />`)}
        ${facts.statuses.filter(({ code }) => places[code]).map(({ code }) => html`<${Node} code=${code} kind=${kindOf(code)} />`)}
      </svg>
    </div>
    <figcaption>
      <ul class="legend">
        ${legend.map(
          ([kind, words]) =>
            html`<li>
              <svg width="26" height="16" aria-hidden="true">
                <g class=${`node ${kind}`}><rect x="2" y="2" width="22" height="12" rx="3" /></g>
              </svg>
              ${words}
            </li>`,
        )}
      </ul>
    </figcaption>
  </figure>`
}
