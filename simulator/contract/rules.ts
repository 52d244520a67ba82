// The rules of the contract as a person is shown them: by id, by the cell that they are about, and by the error code that they name.
import { readdirSync } from 'node:fs'
import { operationsNamed } from '../../fixtures/operation-groups.ts'
import { fixturePath, readFixture } from './contract.ts'

export type Rule = { id: string; text: string; source: string }

export type Cell = { action: string; status?: string; to?: string; kind?: string; is: 'accepted' | 'refused' }

type Input = { path?: string; keyword: string; is: 'accepted' | 'refused' }

export type Row = Rule & {
  party: 'service' | 'client'
  operations: 'all' | string[]
  cell?: Cell
  input?: Input | Input[]
}

type Rules = {
  rows: Row[]
  byId: Map<string, Rule>
  cells: { cell: Cell; rule: Rule }[]
  byCode: Map<string, Rule>
}

type Codes = { codes: { code: string; rule?: string }[] }

let read: Rules | undefined

export const shownRule = ({ id, text, source }: Row): Rule => ({ id, text, source })

const readRules = (): Rules => {
  const areas = readdirSync(fixturePath('rules')).filter((name) => name.endsWith('.yaml'))
  const document = readFixture('openapi.yaml') as Parameters<typeof operationsNamed>[1]
  const rows = areas
    .flatMap((name) => (readFixture(`rules/${name}`) as { rules: (Omit<Row, 'party'> & Partial<Row>)[] }).rules)
    .map((row): Row => ({ party: 'service', ...row, operations: operationsNamed(row.operations, document) }))
  const byId = new Map(rows.map((row) => [row.id, shownRule(row)]))
  const { codes } = readFixture('errors.yaml') as Codes
  return {
    rows,
    byId,
    cells: rows.flatMap((row) => (row.cell ? [{ cell: row.cell, rule: shownRule(row) }] : [])),
    byCode: new Map(codes.flatMap(({ code, rule }) => (rule ? [[code, byId.get(rule)!] as const] : []))),
  }
}

/** Read when first asked for, as no request of a client needs them, and kept. */
export const rules = (): Rules => (read ??= readRules())

/** The rule about an action in a status; what its row leaves out may be anything, and the row that names most is taken. */
export const ruleOfCell = (sought: Cell): Rule | undefined => {
  const fits = ({ action, status, to, kind, is }: Cell): boolean =>
    action === sought.action &&
    is === sought.is &&
    [status, to, kind].every(
      (one, index) => one === undefined || one === [sought.status, sought.to, sought.kind][index],
    )
  const named = ({ status, to, kind }: Cell): number => [status, to, kind].filter((one) => one !== undefined).length
  return rules()
    .cells.filter(({ cell }) => fits(cell))
    .toSorted((a, b) => named(b.cell) - named(a.cell))[0]?.rule
}
