// One order amended field by field, each time read again, and attempts to take its notes away.
import type { CheckContext, Scenario, StepContext } from '../kit/context.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import { valueAt } from '../evidence/seen.ts'
import type { Answered } from '../evidence/exchange.ts'
import { amend, isUnusable, madeUpPatch, refusedForItsName, sendAmendment, type Amended } from '../steps/amend.ts'
import { pickProduct } from '../steps/catalog.ts'
import { orderBody } from '../steps/order-body.ts'
import { readOrder } from '../steps/order-state.ts'
import { passTime } from '../steps/pass-time.ts'
import { placeOrder } from '../steps/place-order.ts'
import { fieldAt } from '../steps/read.ts'

type Reading = { name: string; patch: unknown }

type AmendableField = {
  rule: string
  /** What the amendment may change, and where it shows, if not there alone. */
  pointer: string
  shownAt?: string
  /** What the order must then show there; `mark` is a text that the amendment brought. */
  shows: (value: unknown, mark: string) => boolean
  expected: string
  /** Whether a second of its kind is sent at the same moment. */
  twice?: true
  /** Whether time passes before, so that `updated_at` must move. */
  timed?: true
  /** The names under which the field may be sent, the likeliest first. */
  readings: (mark: string) => Reading[]
  freedom?: string
}

const isMark = (value: unknown, mark: string): boolean => value === mark
const holdsMark = (value: unknown, mark: string): boolean => JSON.stringify(value ?? null).includes(mark)

/** `before` stands in the text before the mark. */
const textField = (rule: string, name: string, before = ''): AmendableField => ({
  rule,
  pointer: `/${name}`,
  shows: (value, mark) => isMark(value, before + mark),
  expected: 'the text sent',
  readings: (mark) => [{ name: 'as-on-create', patch: { [name]: before + mark } }],
})

const loanField = (rule: string, name: string): AmendableField => ({
  rule,
  pointer: `/loan/${name}`,
  shows: isMark,
  expected: 'the text sent',
  freedom: 'amend.field-names',
  readings: (mark) => [
    { name: 'as-on-create', patch: { loan: { [name]: mark } } },
    { name: 'flat', patch: { [`loan_${name}`]: mark } },
  ],
})

const notes = (...types: ('order' | 'appointment')[]): AmendableField => ({
  rule: 'amend.notes-can-be-sent',
  pointer: '/notes',
  shows: (value, mark) =>
    Array.isArray(value) &&
    types.every((type) => value.some((one) => one?.type === type && String(one?.text).includes(mark))),
  expected: `the text sent, in the note of the type ${types.join(' and in that of the type ')}`,
  readings: (mark) => [{ name: 'as-on-create', patch: { notes: types.map((type) => ({ type, text: mark })) } }],
})

export const amendedPhone = '+1 512-555-0142'

/** With a phone number beside it, which must come back as it was sent. */
const contacts = (email: string) => [
  { type: 'email', role: 'home', value: email },
  { type: 'phone', role: 'work', value: amendedPhone },
]

const emailsOf = (mark: string): [string, string] => [`one-${mark}@example.com`, `two-${mark}@example.com`]

/** Whether each borrower has the contacts of one entry sent; which of them is shown by position or by role. */
const oneEach = (borrowers: unknown, mark: string): boolean => {
  const held = (Array.isArray(borrowers) ? borrowers : []).map((one) => JSON.stringify(one?.contacts ?? null))
  const has = (...emails: string[]) => emails.every((email, index) => held[index]?.includes(email) === true)
  const [first, second] = emailsOf(mark)
  return has(first, second) || has(second, first)
}

export const amendableFields: readonly AmendableField[] = [
  textField('amend.lender-reference-can-change', 'lender_reference'),
  textField('amend.appraiser-instructions-can-change', 'appraiser_instructions', 'Mind the dog 🐕, A & B <c>: '),
  loanField('amend.loan-number-can-change', 'number'),
  loanField('amend.loan-client-can-change', 'client'),
  loanField('amend.loan-investor-can-change', 'investor'),
  {
    rule: 'amend.contacts-can-change',
    pointer: '/borrowers/0/contacts',
    shownAt: '/borrowers',
    shows: oneEach,
    expected: 'the contacts sent for each of the two borrowers',
    freedom: 'amend.contacts-address',
    readings: (mark) => {
      const sent = emailsOf(mark).map((email) => ({ contacts: contacts(email) }))
      const inRoles = sent.map((one, index) => ({ role: index === 0 ? 'borrower' : 'co_borrower', ...one }))
      return [
        { name: 'by-position', patch: { borrowers: sent } },
        { name: 'by-role', patch: { borrowers: inRoles } },
      ]
    },
  },
  {
    rule: 'amend.parties-can-change',
    timed: true,
    pointer: '/parties',
    shows: holdsMark,
    expected: 'the party sent',
    readings: (mark) => [
      {
        name: 'as-on-create',
        patch: {
          parties: { additional_contacts: [{ purpose: 'status', name: 'Noor Sample', email: `${mark}@example.com` }] },
        },
      },
    ],
  },
  {
    rule: 'amend.parties-can-change',
    pointer: '/parties',
    shows: (value, mark) => holdsMark((value as { real_estate_agent?: unknown } | null)?.real_estate_agent, mark),
    expected: 'the real estate agent sent',
    readings: (mark) => [
      {
        name: 'as-on-create',
        patch: {
          parties: {
            real_estate_agent: {
              first_name: 'Kim',
              last_name: mark,
              contacts: [{ type: 'phone', role: 'work', value: '+1 512 555 0157' }],
            },
          },
        },
      },
    ],
  },
  // The note that opens its type comes first, so that the others are added to an order that has one of each.
  { ...notes('appointment'), twice: true },
  { ...notes('order', 'appointment'), timed: true },
]

const instructions = amendableFields.find(({ pointer }) => pointer === '/appraiser_instructions')!

type FieldAmended = Amended & {
  field: AmendableField
  mark: string
  reading: string
  /** What was sent at the same moment. */
  twin: { mark: string; answer: Answered } | null
}

export const placeOf = ({ shownAt, pointer }: AmendableField): string => shownAt ?? pointer

/** Of two sent at the same moment one is enough. */
export const tookEffect = ({ field, mark, twin, after }: FieldAmended): boolean => {
  const value = fieldAt(after, placeOf(field))
  return field.shows(value, mark) || (twin !== null && field.shows(value, twin.mark))
}

type Amendments = {
  created: Answered
  fields: FieldAmended[]
  /** An amendment under a made-up name, sent where a field was refused; null where none was. */
  madeUp: Answered | null
  /** A note that says a part of what its note says already. */
  part: Answered
  /** The reference amended a second time, and at the same moment the instructions. */
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

/** More than a column of 500 letters holds. */
const longText = 'The path to the back door is steep. '.repeat(16).trim()

const amendField = async (
  context: StepContext,
  id: string,
  field: AmendableField,
  before: Answered,
): Promise<FieldAmended> => {
  const mark = context.marker()
  if (field.timed) await passTime(context, 2)
  let last: FieldAmended | null = null
  for (const [index, { name, patch }] of field.readings(mark).entries()) {
    const twinMark = context.marker()
    const beside = field.twice && field.readings(twinMark)[index]!.patch
    const { twin, ...amended } = await amend(context, id, patch, before, beside)
    last = { field, mark, reading: name, ...amended, twin: twin && { mark: twinMark, answer: twin } }
    if (field.shows(fieldAt(last.after, placeOf(field)), mark)) break
  }
  return last!
}

export const amendments: Scenario<Amendments> = {
  id: 'amendments',
  async run(context) {
    const product = await pickProduct(context)
    const body = orderBody(context, product)
    const change = {
      rush: true,
      complex: true,
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
      loan: { ...body.loan, client: 'Client before', investor: 'Investor before' },
      parties: {
        real_estate_agent: {
          first_name: 'Robin',
          last_name: 'Example',
          contacts: [{ type: 'phone', role: 'work', value: '+1 512 555 0155' }],
        },
      },
      notes: [{ type: 'order', text: noteText }],
    }
    const { id } = await placeOrder(context, { product, change })
    const created = await readOrder(context, id)
    const fields: FieldAmended[] = []
    for (const field of amendableFields)
      fields.push(await amendField(context, id, field, fields.at(-1)?.after ?? created))
    const isRefused = fields.some(({ answer }) => isUnusable(answer))
    const madeUp = isRefused ? await sendAmendment(context, id, madeUpPatch(context.marker())) : null
    // Part of a note that is there, and the same once more beside a second reference.
    const notes = [{ type: 'order', text: partOfNote }]
    const part = await sendAmendment(context, id, { notes })
    const reference = context.marker()
    const besides = `Ring twice ${context.marker()}`
    const [again, beside] = (await Promise.all([
      sendAmendment(context, id, { lender_reference: reference, notes }),
      sendAmendment(context, id, { appraiser_instructions: besides }),
    ])) as [Answered, Answered]
    const further: Amendments['further'] = []
    for (const texts of [[context.marker(), context.marker()], [`${context.marker()} ${longText}`]]) {
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
      again: { reference, answer: again, beside: { instructions: besides, answer: beside } },
      further,
      removals,
      after: await readOrder(context, id),
    }
  },
}

/**
 * Whether an amendment of the instructions that is aimed at no order of the caller may have been refused for that name, before
 * the order was looked for: the target does not know the name on an order of the caller either.
 */
export const mayBeMisnamed = async ({ shared }: Pick<CheckContext, 'shared'>, answer: Answered): Promise<boolean> => {
  if (!isUnusable(answer)) return false
  try {
    return !knowsNames(await shared(amendments), instructions)
  } catch (error) {
    if (error instanceof Inconclusive) return true
    throw error
  }
}

/** The texts of an order's notes by type. */
export const notesOf = (order: Answered): { type: unknown; text: string }[] => {
  const notes = fieldAt(order, '/notes')
  return Array.isArray(notes)
    ? notes.map((entry) => ({ type: valueAt(entry, '/type'), text: String(valueAt(entry, '/text') ?? '') }))
    : []
}
