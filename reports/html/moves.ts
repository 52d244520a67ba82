// The moves of an order that the run knew of, with how often each was seen and the verdict of its rule.
import type { VerdictName } from '../run-record.ts'
import type { Run } from '../summary.ts'
import { cellKey, judgedCells } from './cells.ts'

/** `from` empty for a creation; `on_hold` stands for it whatever was held. */
export type Move = {
  from: string
  action: string
  to: string
  seen: number
  rule: string | null
  verdict: VerdictName | null
}

/** How a move is drawn: `violated` and `passed` are of its rule, `seen` of a move without a rule of its own. */
export type Look = 'violated' | 'passed' | 'seen' | 'unseen' | 'inconclusive'

const parse = (name: string): Pick<Move, 'from' | 'action' | 'to'> => {
  const parts = name.split(' ').map((part) => part.replace(/^on_hold<.*$/, 'on_hold'))
  return parts.length === 2
    ? { from: '', action: parts[0]!, to: parts[1]! }
    : { from: parts[0]!, action: parts[1]!, to: parts[2] ?? '' }
}

export const movesOf = (run: Run): Move[] => {
  const share = run.coverage?.transitions
  if (!share) return []
  const cells = judgedCells(run.rules)
  const moves = new Map<string, Move>()
  const add = (name: string, seen: number): void => {
    const move = parse(name)
    const key = `${move.from} ${move.action} ${move.to}`
    const known = moves.get(key)
    if (known) known.seen += seen
    else {
      const judged = cells.get(cellKey(move.from, move.action))
      moves.set(key, { ...move, seen, rule: judged?.rule ?? null, verdict: judged?.verdict ?? null })
    }
  }
  for (const [name, seen] of Object.entries(share.seen)) add(name, seen)
  for (const name of share.missing) add(name, 0)
  return [...moves.values()]
}

export const lookOf = ({ seen, verdict }: Pick<Move, 'seen' | 'verdict'>): Look => {
  if (verdict === 'fail') return 'violated'
  if (verdict === 'pass') return 'passed'
  if (seen === 0) return 'unseen'
  return verdict === null ? 'seen' : 'inconclusive'
}

export const lookWords: Record<Look, string> = {
  passed: 'seen, and its rule passes',
  violated: 'its rule is violated',
  seen: 'seen; no rule of its own',
  inconclusive: 'seen, but its rule is arguable or has no verdict',
  unseen: 'not seen',
}

const worstFirst: readonly Look[] = ['violated', 'inconclusive', 'unseen', 'seen', 'passed']

/** Several moves drawn as one line: how often any was seen, and the worst look. */
export const bundle = (moves: readonly Move[]): { seen: number; look: Look } | null => {
  if (moves.length === 0) return null
  const looks = moves.map(lookOf)
  return {
    seen: moves.reduce((sum, { seen }) => sum + seen, 0),
    look: worstFirst.find((look) => looks.includes(look)) ?? 'seen',
  }
}
