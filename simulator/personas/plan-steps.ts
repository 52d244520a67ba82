// What a persona does next with an order, and when: worked out from the state that the order has, and from nothing else.
import type { CommandId } from '../company/commands.ts'
import type { Message, Order, RevisionRequest } from '../domain/records.ts'
import { between, wholeBetween } from './draw.ts'
import type { Draw } from './draw.ts'
import type { Matter, PersonaDefinition, Row } from './persona.ts'
import { usualRows } from './persona-table.ts'

export type Facts = {
  order: Order
  /** Of the order, oldest first. */
  messages: readonly Message[]
  revisions: readonly RevisionRequest[]
  /** How often the persona has taken rows on this order, by what they count as. */
  taken: Readonly<Record<string, number>>
  /** Since when the persona acts, epoch milliseconds. */
  since: number
  /** Statuses that the company does not use for this order. */
  unused: readonly string[]
  /** Whether the company cancels an order in this status. */
  mayCancel: boolean
  /** Whether the order leaves its status without anybody's doing. */
  restsOnly: boolean
  draw: Draw
}

export type Step = {
  /** The same as long as the step is due to the same state. */
  key: string
  due: number
  do: CommandId
  params: Record<string, string>
  body: Record<string, string>
  /** What it counts as once taken. */
  counts: string
}

/** What a row can be about: since when, and what its operation and words need. */
type Occasion = { on: string; key: string; at: number; params?: Record<string, string>; words?: Record<string, string> }

const hour = 3_600_000
const week = 7 * 24 * hour

/** More steps than these on one order are a mistake of a table. */
const mostSteps = 100

const appraisers = ['Avery Sample', 'Jordan Specimen', 'Robin Madeup', 'Casey Example']

/** A message is answered by whatever the company writes to the lender after it. */
const unanswered = (messages: readonly Message[]): Message | undefined => {
  const last = messages.findLast(({ author, recipient }) => author === 'lender' || recipient === 'lender')
  return last?.author === 'lender' ? last : undefined
}

const ended = ['cancelled', 'report_complete', 'revised_report_complete']

const matters: Record<Matter, (facts: Facts) => Occasion[]> = {
  'unquoted fee': ({ order: { fees, status, created_at } }) =>
    fees.appraisal_fee !== null || ended.includes(status.code)
      ? []
      : [{ on: 'unquoted fee', key: 'fee', at: created_at }],
  'due date asked for': ({ order: { requested_due_date, updated_at } }) =>
    requested_due_date === null ? [] : [{ on: 'due date asked for', key: requested_due_date, at: updated_at }],
  'unanswered message': ({ order, messages }) => {
    const message = unanswered(messages)
    if (message === undefined) return []
    const words = {
      subject: `Re: ${message.subject ?? 'your message'}`,
      author: message.recipient === 'appraiser' && order.appraiser !== null ? 'appraiser' : 'manager',
    }
    return [{ on: 'unanswered message', key: message.id, at: message.created_at, words }]
  },
  'submitted revision': ({ revisions }) =>
    revisions
      .filter(({ status }) => status === 'submitted')
      .map(({ id, created_at }) => ({
        on: 'submitted revision',
        key: id,
        at: created_at,
        params: { revision_request_id: id },
      })),
}

const statusOccasion = ({ order: { status, previous_status }, restsOnly }: Facts): Occasion[] =>
  restsOnly
    ? []
    : [
        {
          on: status.code,
          key: `${status.code} ${status.changed_at}`,
          at: status.changed_at,
          words: { 'previous status': previous_status ?? 'new' },
        },
      ]

const fits = ({ on }: Row, occasion: string): boolean => (Array.isArray(on) ? on.includes(occasion) : on === occasion)

const nameOf = (row: Row): string => row.counts ?? [row.on, row.do, row.body?.['to_status'] ?? ''].flat().join(' ')

const isOpen = (row: Row, { taken, draw, mayCancel }: Facts): boolean => {
  const name = nameOf(row)
  if (row.do === 'cancelForCompany' && !mayCancel) return false
  if (row.share !== undefined && draw(`share ${name}`) >= row.share) return false
  return row.times === undefined || (taken[name] ?? 0) < wholeBetween(draw(`times ${name}`), row.times)
}

/** The row for an occasion; a move to a status that the company does not use gives way to what comes after that status. */
const rowFor = (rows: readonly Row[], occasion: string, facts: Facts, passed: readonly Row[] = []): Row | undefined => {
  const row = rows.find((one) => !passed.includes(one) && fits(one, occasion) && isOpen(one, facts))
  const to = row?.body?.['to_status']
  if (row === undefined || to === undefined) return row
  const others = [...passed, row]
  const leadsBack = to === facts.order.status.code
  if (!leadsBack && !facts.unused.includes(to)) return row
  return (leadsBack ? undefined : rowFor(rows, to, facts, others)) ?? rowFor(rows, occasion, facts, others)
}

const textOf = ({ order, draw }: Facts, words: Record<string, string>): Record<string, string> => ({
  appraiser: appraisers[Math.floor(draw('appraiser') * appraisers.length)]!,
  fee: `${wholeBetween(draw('fee'), [16, 36]) * 25}.00`,
  'a week later': new Date(Date.parse(order.due_date) + week).toISOString().slice(0, 10),
  ...words,
})

const filled = (body: Row['body'], words: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body ?? {}).map(([name, text]) => [
      name,
      text.replaceAll(/\{([a-z ]+)\}/g, (_, word: string) => words[word] ?? ''),
    ]),
  )

/** The steps that a persona takes unless something changes the order first; each of another matter. */
export const planSteps = ({ rows, usual, pace = 1 }: PersonaDefinition, facts: Facts): Step[] => {
  const all = usual ? [...rows, ...usualRows] : rows
  if (Object.values(facts.taken).reduce((sum, one) => sum + one, 0) >= mostSteps) return []
  const occasions = [...statusOccasion(facts), ...Object.values(matters).flatMap((found) => found(facts))]
  return occasions.flatMap((occasion) => {
    const row = rowFor(all, occasion.on, facts)
    if (row === undefined) return []
    const name = nameOf(row)
    const before = facts.taken[name] ?? 0
    const { appointment_at } = facts.order
    const from = row.since === 'appointment' && appointment_at !== null ? appointment_at : occasion.at
    const wait = between(facts.draw(`after ${name} ${before}`), row.after) * pace * hour
    return [
      {
        key: [occasion.key, name, before].join(' '),
        due: Math.round(Math.max(from, facts.since) + wait),
        do: row.do,
        params: occasion.params ?? {},
        body: filled(row.body, textOf(facts, occasion.words ?? {})),
        counts: name,
      },
    ]
  })
}
