// Why the service refused what an entry of the journal shows: its code, the rules behind it, and what a client does about it.
import { readFixture } from '../contract/contract.ts'
import type { JournalEntry } from '../public/har-types.ts'
import type { Rule } from '../contract/rules.ts'
import { cellOf, rulesBehind } from './refusal-rules.ts'
import type { Refused } from './refusal-rules.ts'

type Open = { open: string }

type Errors = {
  codes: { code: string; condition: string; open?: string }[]
  statuses: { status: number; meaning: string; client: string; code: { open?: string } }[]
}

type Freedom = { id: string; question: string }

type EntryRefusal = {
  status: number
  code: string | null
  message: string | null
  /** When the contract gives this code, or else what its status means. */
  meaning: string | null
  rules: Rule[]
  freedom: Freedom | null
  /** What the contract has a client do. */
  client: string | null
}

const parsed = (body: { text?: string; encoding?: string } | undefined): Record<string, unknown> => {
  try {
    const value = JSON.parse(body?.encoding ? '' : (body?.text ?? '')) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const detailsOf = (value: unknown): Refused['details'] =>
  (Array.isArray(value) ? value : []).flatMap((detail: Record<string, unknown> | null) => {
    const [field, code] = [text(detail?.['field']), text(detail?.['code'])]
    return field === null ? [] : [{ field, code: code ?? '' }]
  })

const headerOf = ({ request }: JournalEntry, wanted: string): string | null =>
  request.headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? null

const freedomOf = (id: string | undefined): Freedom | null => {
  if (id === undefined) return null
  const { freedoms } = readFixture('freedoms.yaml') as { freedoms: Freedom[] }
  const { question } = freedoms.find((freedom) => freedom.id === id)!
  return { id, question }
}

/** The freedom that decides the cell of an action, where the contract leaves the cell open. */
const openCell = (refused: Refused): string | undefined => {
  const { cells } = readFixture('lifecycle.yaml') as { cells: Record<string, Record<string, string | Open>> }
  const cell = cellOf(refused)
  const outcome = cell && cells[cell.action]?.[cell.status!]
  return typeof outcome === 'object' ? outcome.open : undefined
}

/** Null where the service refused nothing, or an injected fault did. */
export const refusalOfEntry = (entry: JournalEntry): EntryRefusal | null => {
  const { status, content } = entry.response
  if (entry._kind !== 'request' || status < 400 || entry._fault !== null) return null
  const answer = parsed(content)
  const refused: Refused = {
    operation: entry._operation ?? '',
    status,
    code: text(answer['code']) ?? text(answer['error']),
    currentStatus: text(answer['current_status']),
    details: detailsOf(answer['details']),
    sent: parsed(entry.request.postData),
    authorization: headerOf(entry, 'authorization'),
  }
  const { codes, statuses } = readFixture('errors.yaml') as Errors
  const code = codes.find((one) => one.code === refused.code)
  const known = statuses.find((one) => one.status === status)
  const open = openCell(refused)
  const found = open === undefined ? rulesBehind(refused) : []
  return {
    status,
    code: refused.code,
    message: text(answer['message']) ?? text(answer['error_description']),
    meaning: code?.condition ?? known?.meaning ?? null,
    rules: found,
    freedom: freedomOf(open ?? code?.open ?? (found.length === 0 ? known?.code.open : undefined)),
    client: known?.client ?? null,
  }
}
