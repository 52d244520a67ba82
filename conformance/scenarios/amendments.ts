// One order amended field by field, each time read again, and attempts to take its notes away.
import type { CheckContext, Scenario, StepContext } from '../kit/context.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import { valueAt } from '../evidence/seen.ts'
import type { Answered } from '../evidence/exchange.ts'
import { longRemark } from '../generate/long-texts.ts'
import { amend, isUnusable, madeUpPatch, refusedForItsName, sendAmendment, type Amended } from '../steps/amend.ts'
import { catalog, pickProduct, type Product } from '../steps/catalog.ts'
import { isPossible } from '../steps/is-possible.ts'
import { orderBody } from '../steps/order-body.ts'
import { readOrder, statusOf } from '../steps/order-state.ts'
import { passTime } from '../steps/pass-time.ts'
import { placeOrder } from '../steps/place-order.ts'
import { amendableFields, instructions, placeOf, type AmendableField } from '../steps/amendable-fields.ts'
import { fieldAt } from '../steps/read.ts'
import { hasMovedSpontaneously } from '../steps/spontaneous-moves.ts'

export type FieldAmended = Amended & {
  field: AmendableField
  mark: string
  reading: string
  /** What was sent at the same moment. */
  twin: { mark: string; answer: Answered } | null
}

/** Of two sent at the same moment one is enough. */
export const tookEffect = ({ field, mark, twin, after }: FieldAmended): boolean => {
  const value = fieldAt(after, placeOf(field))
  return field.shows(value, mark) || (twin !== null && field.shows(value, twin.mark))
}

/** Whether the company had closed the order by then, of which an amendment is refused. */
export const wasClosed = async (
  context: StepContext,
  { created }: Amendments,
  { answer, after }: FieldAmended,
): Promise<boolean> =>
  answer.response.status === 409 &&
  statusOf(after) === 'report_complete' &&
  (await hasMovedSpontaneously(context, String(fieldAt(created, '/id')), String(statusOf(created)), 'report_complete'))

/** Of these some are closed for an amendment, and others are not. */
export const closedStatuses: ReadonlySet<unknown> = new Set([
  'cancelled',
  'report_complete',
  'revised_report_complete',
  'revision_requested',
  'reconsideration_requested',
])

/**
 * Whether an order on which no report had been delivered was called closed. A field that can be amended is no conflict with the state,
 * however the target names it; a loan and a borrower hold what cannot change, too, and two sent at once may be in each other's way.
 */
export const wasCalledClosed = ({ field, answer, before, after, twin }: FieldAmended): boolean =>
  answer.response.status === 409 &&
  field.freedom === undefined &&
  twin === null &&
  [before, after].every((order) => !closedStatuses.has(statusOf(order)))

type Amendments = {
  created: Answered
  fields: FieldAmended[]
  /** An amendment under a made-up name, sent where a field was refused; null where none was. */
  madeUp: Answered | null
  /** A note that says a part of what its note says already. */
  part: Answered
  /** The reference amended a second time, and at the same moment the instructions, by a long text unless that is refused. */
  again: { reference: string; answer: Answered; beside: { instructions: string; answer: Answered } }
  /** Two notes of one type in one amendment, and one that is long. */
  further: { texts: string[]; answer: Answered }[]
  /** Attempts to clear or shorten the notes, and the order after them. */
  removals: Answered[]
  after: Answered
}

/**
 * Whether the target knows the names that a field was sent under. Those of an amendment are not shown, so that a target
 * to which none of a kind means anything may have others; once one of the kind took effect, the rest are known as well,
 * but for those that are refused as any unknown name is.
 */
export const knowsNames = ({ fields, madeUp }: Amendments, { pointer }: AmendableField): boolean => {
  const own = fields.filter(({ field }) => field.pointer === pointer)
  if (own.some(({ answer }) => refusedForItsName(answer, madeUp))) return false
  const taken = fields.filter(tookEffect)
  const isOfLoan = (one: AmendableField) => one.pointer.startsWith('/loan/')
  if (pointer.startsWith('/loan/')) return taken.some(({ field }) => isOfLoan(field))
  if (!pointer.startsWith('/borrowers/')) return taken.some(({ field }) => !isOfLoan(field))
  return taken.some(
    ({ field, reading }) => field.pointer === pointer || (isOfLoan(field) && reading === 'as-on-create'),
  )
}

/** An amendment under a name that the target takes, other than the loan number, which even a closed order may take. */
export const knownPatch = ({ fields }: Amendments, mark: string): unknown => {
  const one = fields.find((amended) => tookEffect(amended) && amended.field.pointer !== '/loan/number')
  return one?.field.readings(mark).find(({ name }) => name === one.reading)?.patch ?? null
}

export const partOfNote = 'The gate sticks'
const noteText = `${partOfNote}; push hard.\nHund im Hof – 犬注意.`

/** Where the company can be made to: an order is amended while it is worked on, too. */
const bringTo = async ({ control }: StepContext, id: string, to_status: string): Promise<unknown> =>
  control?.ask('POST', `/orders/${id}/move`, { to_status })

const amendField = async (
  context: StepContext,
  id: string,
  field: AmendableField,
  before: Answered,
  isRead: boolean,
): Promise<FieldAmended> => {
  const mark = context.marker()
  if (field.timed) await passTime(context, 2)
  if (field.during) await isPossible(bringTo(context, id, field.during))
  let last: FieldAmended | null = null
  for (const [index, { name, patch }] of field.readings(mark).entries()) {
    const twinMark = context.marker()
    const beside = field.twice && field.readings(twinMark)[index]!.patch
    const shows = (order: Answered): boolean => field.shows(fieldAt(order, placeOf(field)), mark)
    // What an answer shows and the order does not, the read of the next one shows.
    const options = { ...(beside !== undefined && { beside }), ...(!isRead && { shows }) }
    const { twin, ...amended } = await amend(context, id, patch, before, options)
    last = { field, mark, reading: name, ...amended, twin: twin && { mark: twinMark, answer: twin } }
    if (shows(last.after)) break
  }
  return last!
}

export const amendments: Scenario<Amendments> = {
  id: 'amendments',
  async run(context) {
    const { products } = await context.shared(catalog)
    const fhaCase = { fha_case_number: '123-4567890' }
    const isFull = (one: Product): boolean => one.appraiser_certification === 'fha_optional'
    const hasFull = products.some((one) => one.active && isFull(one))
    const product = await pickProduct(context, { fits: (one) => !hasFull || isFull(one) })
    const body = orderBody(context, product)
    // With all that an amendment leaves alone.
    const change = {
      rush: true,
      complex: true,
      rural: true,
      priority: true,
      certified_appraiser_required: true,
      appraiser_instructions: 'Call before you come.',
      borrowers: [
        {
          ...body.borrowers[0],
          address: { ...body.property.address, street: '8 Former Lane' },
          receives_report: true,
          receives_status_updates: true,
        },
        {
          role: 'co_borrower',
          first_name: 'Noor',
          last_name: 'Sample',
          contacts: [{ type: 'phone', role: 'home', value: '+1 512 555 0156' }],
        },
      ],
      loan: { ...body.loan, ...(hasFull && fhaCase), client: 'Client before', investor: 'Investor before' },
      property: { ...body.property, address: { ...body.property.address, unit: '4B' }, has_adu: true },
      parties: {
        real_estate_agent: {
          first_name: 'Robin',
          last_name: 'Example',
          contacts: [{ type: 'phone', role: 'work', value: '+1 512 555 0155' }],
        },
      },
      notes: [{ type: 'order', text: noteText }],
    }
    const { id, answer: created } = await placeOrder(context, { product, change })
    const fields: FieldAmended[] = []
    for (const [at, field] of amendableFields.entries())
      fields.push(await amendField(context, id, field, fields.at(-1)?.after ?? created, at % 2 === 1))
    const isRefused = fields.some(({ answer }) => isUnusable(answer))
    const madeUp = isRefused ? await sendAmendment(context, id, madeUpPatch(context.marker())) : null
    // Part of a note that is there, and the same once more beside a second reference.
    const notes = [{ type: 'order', text: partOfNote }]
    const part = await sendAmendment(context, id, { notes })
    const reference = context.marker()
    const short = `Ring twice ${context.marker()}`
    const atOnce = async (instructions: string): Promise<Amendments['again']> => {
      const [answer, beside] = await Promise.all([
        sendAmendment(context, id, { lender_reference: reference, notes }),
        sendAmendment(context, id, { appraiser_instructions: instructions }),
      ])
      return { reference, answer, beside: { instructions, answer: beside } }
    }
    const long = await atOnce(longRemark(short))
    const again = isUnusable(long.beside.answer) ? await atOnce(short) : long
    const further: Amendments['further'] = []
    for (const texts of [[context.marker(), context.marker()], [longRemark(context.marker())]]) {
      const sent = texts.map((text) => ({ type: 'appointment', text }))
      further.push({ texts, answer: await sendAmendment(context, id, { notes: sent }) })
    }
    const removals: Answered[] = []
    for (const others of [[], null, [{ type: 'order', text: '' }]])
      removals.push(await sendAmendment(context, id, { notes: others }))
    return {
      created,
      fields,
      madeUp,
      part,
      again,
      further,
      removals,
      after: await readOrder(context, id),
    }
  },
}

/** Whether the target takes a field under the name that a create has for it; not where this lender may amend nothing. */
export const knowsField = async ({ shared }: Pick<CheckContext, 'shared'>, field: AmendableField): Promise<boolean> => {
  try {
    return knowsNames(await shared(amendments), field)
  } catch (error) {
    if (error instanceof Inconclusive) return false
    throw error
  }
}

/**
 * Whether an amendment of the instructions that is aimed at no order of the caller may have been refused for that name, before
 * the order was looked for: the target does not know the name on an order of the caller either.
 */
export const mayBeMisnamed = async (context: Pick<CheckContext, 'shared'>, answer: Answered): Promise<boolean> =>
  isUnusable(answer) && !(await knowsField(context, instructions))

/** The texts of an order's notes by type. */
export const notesOf = (order: Answered): { type: unknown; text: string }[] => {
  const notes = fieldAt(order, '/notes')
  return Array.isArray(notes)
    ? notes.map((entry) => ({ type: valueAt(entry, '/type'), text: String(valueAt(entry, '/text') ?? '') }))
    : []
}
