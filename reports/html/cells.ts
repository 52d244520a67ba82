// What the rules say of each status and action, with the verdict of this run: read from the sentences of the rules themselves.
import type { RuleJudged } from '../run-record.ts'
import { lifeTable } from './contract-tables.ts'

/** `alone`: whether the rule is about this cell alone. */
export type JudgedCell = Pick<RuleJudged, 'rule' | 'verdict'> & { alone: boolean }

export const actions = [
  'hold',
  'resume',
  'cancel',
  'amend',
  'revision:correction',
  'revision:reconsideration_of_value',
] as const

export const cellKey = (status: string, action: string): string => `${status} × ${action}`

const acted = /^A (hold|resume|cancel)\b.*? order in `(\w+)`.*(?:accepted|refused)/
const revised = /^A (correction|reconsideration of value)\b.* order in `(\w+)`.* is accepted/
const revisionRefused = /^An otherwise sound revision request on an order in `(\w+)` is refused/
const amended = /^Amending an order in `(\w+)`.* is refused/
const advances = /^An order in `(\w+)` can be advanced to `(\w+)`/
const advancesNoOtherWay = /^An order in `(\w+)` advanced to any catalog status.* is refused/
const neverTo = /^An advance to `(\w+)` is refused/

/** The cells that the sentence of a rule names; most name none. */
export const cellsOf = (text: string): string[] => {
  let found = acted.exec(text)
  if (found) return [cellKey(found[2]!, found[1]!)]
  found = revised.exec(text)
  if (found) return [cellKey(found[2]!, `revision:${found[1]!.replaceAll(' ', '_')}`)]
  found = revisionRefused.exec(text)
  if (found) return actions.filter((one) => one.startsWith('revision:')).map((one) => cellKey(found![1]!, one))
  found = amended.exec(text)
  if (found) return [cellKey(found[1]!, 'amend')]
  found = advances.exec(text)
  if (found) return [cellKey(found[1]!, `advance:${found[2]}`)]
  const { advance, statuses } = lifeTable()
  found = advancesNoOtherWay.exec(text)
  if (found) {
    const [, status] = found
    const legal = advance[status!] ?? []
    return statuses.filter(({ code }) => !legal.includes(code)).map(({ code }) => cellKey(status!, `advance:${code}`))
  }
  found = neverTo.exec(text)
  return found ? statuses.map(({ code }) => cellKey(code, `advance:${found![1]}`)) : []
}

const order = ['fail', 'arguable', 'error', 'inconclusive', 'pass', 'not-tested', 'not-applicable']

/** The worst that the rules about a cell say of it. */
export const judgedCells = (rules: readonly RuleJudged[]): Map<string, JudgedCell> => {
  const cells = new Map<string, JudgedCell>()
  for (const { rule, text, verdict } of rules) {
    const own = cellsOf(text)
    for (const cell of own) {
      const known = cells.get(cell)
      if (!known || order.indexOf(verdict) < order.indexOf(known.verdict))
        cells.set(cell, { rule, verdict, alone: own.length === 1 })
    }
  }
  return cells
}
