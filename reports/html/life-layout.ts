// Where each status and each move of an order stands in the drawing: laid out by hand, in the order of the work.
import { lifeTable } from './contract-tables.ts'
import type { Move } from './moves.ts'

export const canvas = { width: 1000, height: 690 }

export const box = { width: 90, height: 46 }

const row = 290
const first = 152

/** Before the line of work, and at its end. */
const [before, end] = ['pending_review', 'report_complete'] as const

/** The line of work, from left to right. */
export const working: readonly string[] = lifeTable()
  .statuses.filter(({ code, stage, report_delivered }) => stage !== null && !report_delivered && code !== before)
  .map(({ code }) => code)

const gap = 792 / working.length

export const places: Record<string, { x: number; y: number }> = {
  [before]: { x: 48, y: row },
  ...Object.fromEntries([...working, end].map((code, index) => [code, { x: first + index * gap, y: row }])),
  on_hold: { x: 200, y: 460 },
  off_hold: { x: 200, y: 570 },
  cancelled: { x: 480, y: 460 },
  reactivated: { x: 480, y: 570 },
  revision_requested: { x: 745, y: 460 },
  reconsideration_requested: { x: 944, y: 460 },
  revised_report_complete: { x: 845, y: 600 },
}

/** `x`, `y`: where its count is written. */
export type Drawn = { path: string; x: number; y: number }

const half = { width: box.width / 2, height: box.height / 2 }

const level = (code: string): number => [...working, end].indexOf(code)

/** A half ellipse from one status of the line of work to another: forward above the line, back below it. */
const arc = (from: string, to: string): Drawn | null => {
  const [i, j] = [level(from), level(to)]
  if (i < 0 || j < 0 || i === j) return null
  const [a, b] = [places[from]!, places[to]!]
  const reach = Math.abs(j - i)
  const toward = Math.sign(j - i)
  const forward = toward > 0
  // Lines to places further off leave further in, so that they cross less.
  const inset = forward ? 34 - reach * 4 : 30
  const [start, end] = [a.x + toward * inset, b.x - toward * inset]
  const edge = forward ? row - half.height : row + half.height
  const [rx, ry] = [Math.abs(end - start) / 2, forward ? 16 + reach * 25 : 22]
  return {
    path: `M${start},${edge} A${rx},${ry} 0 0 1 ${end},${edge}`,
    x: (start + end) / 2,
    y: forward ? edge - ry : edge + ry,
  }
}

const pipe = { hold: { y: 374, shift: -10 }, cancel: { y: 402, shift: 12 } }

/** From a working status down to the line that leads to `on_hold` or `cancelled`. */
const drop = (from: string, action: 'hold' | 'cancel'): Drawn => {
  const at = places[from]!.x + pipe[action].shift
  return { path: `M${at},${row + half.height} L${at},${pipe[action].y}`, x: at, y: pipe[action].y - 16 }
}

/** The two lines below the work, and where they end. */
export const pipes = (['hold', 'cancel'] as const).map((action) => {
  const target = places[action === 'hold' ? 'on_hold' : 'cancelled']!
  const { y, shift } = pipe[action]
  const [left, right] = [places[working[0]!]!.x + shift, places[working.at(-1)!]!.x + shift]
  return {
    action,
    path: `M${left},${y} L${right},${y} M${target.x},${y} L${target.x},${target.y - half.height}`,
    x: left - 8,
    y: y + 4,
  }
})

const fixed: Record<string, Drawn> = {
  ' new': { path: `M${first - 30},46 L${first - 30},${row - half.height}`, x: first - 30, y: 90 },
  ' pending_review': { path: `M48,46 L48,${row - half.height}`, x: 48, y: 90 },
  'pending_review new': { path: `M93,${row} L${first - half.width},${row}`, x: 99, y: row - 12 },
  'on_hold off_hold': { path: 'M200,483 L200,547', x: 200, y: 512 },
  'report_complete revision_requested': { path: 'M925,313 C905,400 800,370 762,437', x: 792, y: 407 },
  'report_complete reconsideration_requested': { path: 'M952,313 L952,437', x: 952, y: 386 },
  'revision_requested revised_report_complete': { path: 'M738,483 C742,540 770,570 800,590', x: 752, y: 540 },
  'revised_report_complete revision_requested': { path: 'M824,577 C812,540 790,510 768,483', x: 800, y: 528 },
  'reconsideration_requested revised_report_complete': { path: 'M952,483 C948,540 920,570 890,590', x: 938, y: 540 },
  'revised_report_complete reconsideration_requested': { path: 'M866,577 C878,540 900,510 922,483', x: 890, y: 528 },
  'revision_requested reconsideration_requested': { path: 'M790,452 L899,452', x: 845, y: 446 },
  'reconsideration_requested revision_requested': { path: 'M899,472 L790,472', x: 845, y: 478 },
  'revision_requested revision_requested': { path: 'M735,437 C722,398 672,410 700,444', x: 700, y: 416 },
  'reconsideration_requested reconsideration_requested': { path: 'M964,437 C964,398 990,398 984,436', x: 976, y: 407 },
  'cancelled revision_requested': { path: 'M525,460 L700,460', x: 610, y: 460 },
  'cancelled reconsideration_requested': { path: 'M510,483 C570,725 985,735 966,483', x: 758, y: 667 },
}

/** Null for a move that the drawing has no place for: the table has it all the same. */
export const drawnAt = ({ from, action, to }: Move): Drawn | null => {
  if (action === 'resume') return fixed['on_hold off_hold']!
  if ((action === 'hold' || action === 'cancel') && level(from) >= 0) return drop(from, action)
  return fixed[`${from} ${to}`] ?? arc(from, to)
}
