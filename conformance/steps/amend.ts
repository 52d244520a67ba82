// Amendments, and the order as it was before and after them.
import type { StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { isObject } from '../contract/is-object.ts'
import { blocked, notApplicable, reason, type Inconclusive } from '../evidence/inconclusive.ts'
import { readOrder } from './order-state.ts'
import { entriesAt, fieldAt, succeeded } from './read.ts'
import { comparable } from './comparable.ts'

export type Amended = { answer: Answered; before: Answered; after: Answered }

export const sendAmendment = (
  { client }: StepContext,
  id: string,
  patch: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> => client.call('amendOrder', { params: { order_id: id }, json: patch, headers })

const isWhole = (answer: Answered): boolean => fieldAt(answer, '/loan') !== undefined

const recordReadingOf = ({ recordReading }: StepContext, answer: Answered): void => {
  const { status } = answer.response
  const whole = isWhole(answer)
  if (status === 200) recordReading('amend.response', whole ? 'status-200-order' : 'status-200-short', answer)
  if (status === 202 && whole) recordReading('amend.response', 'status-202-order', answer)
  if (status === 204) recordReading('amend.response', 'status-204', answer)
}

/**
 * @param beside an amendment that is sent at the same moment, and answered as `twin`
 * @param shows what makes a read of the order needless, where an answer of 200 is the whole order and shows it
 * @throws Inconclusive `not-applicable` where the company does not let this lender amend, which it may
 */
export const amend = async (
  context: StepContext,
  id: string,
  patch: unknown,
  before: Answered,
  { beside, shows = () => false }: { beside?: unknown; shows?: (order: Answered) => boolean } = {},
): Promise<Amended & { twin: Answered | null }> => {
  const patches = beside === undefined ? [patch] : [patch, beside]
  const [answer, twin = null] = (await Promise.all(patches.map((one) => sendAmendment(context, id, one)))) as [
    Answered,
    Answered?,
  ]
  if (answer.response.status === 403 && fieldAt(answer, '/code') === 'action_not_permitted_for_client') {
    context.recordReading('amend.permission', 'status-403', answer)
    throw notApplicable(reason('switched-off', { operation: 'amendOrder' }))
  }
  if (succeeded(answer)) recordReadingOf(context, answer)
  const isShown = beside === undefined && answer.response.status === 200 && isWhole(answer) && shows(answer)
  return { answer, before, after: isShown ? answer : await readOrder(context, id), twin }
}

/** One amendment of several, which name no place twice. */
export const merged = (patches: readonly Record<string, unknown>[]): Record<string, unknown> => {
  const all: Record<string, unknown> = {}
  for (const [name, value] of patches.flatMap((patch) => Object.entries(patch))) {
    const known = all[name]
    all[name] = isObject(known) && isObject(value) ? { ...known, ...value } : value
  }
  return all
}

/** How an amendment was refused, whatever it was refused for. */
const manner = (answer: Answered): string => {
  const codes = entriesAt(answer, '/details').map(({ code }) => String(code))
  return JSON.stringify([answer.response.status, fieldAt(answer, '/code'), [...new Set(codes)].toSorted()])
}

export const isUnusable = ({ response }: Answered): boolean => response.status === 400 || response.status === 422

/** An amendment under a name that no server knows. */
export const madeUpPatch = (mark: string): unknown => ({ [`made_up_${mark.replaceAll(/\W/g, '_')}`]: mark })

/** Whether an amendment may have been refused for its field name alone: one under a made-up name was refused in the same way. */
export const refusedForItsName = (answer: Answered, madeUp: Answered | null): boolean =>
  madeUp !== null && isUnusable(answer) && manner(answer) === manner(madeUp)

/** Where other names are known, any other is refused: one that is taken and changes nothing has no reading. */
export const otherNames = (...answers: Answered[]): Inconclusive =>
  blocked(answers.some(succeeded) ? 'amendment-without-effect' : 'amendment-not-shown', ...answers)

const own = [
  'lender_reference',
  'order_type',
  'loan',
  'property',
  'borrowers',
  'parties',
  'notes',
  'flags',
  'appraiser_instructions',
]

/** What a lender sent of an order, as it is compared, without what lies at some pointers. */
export const ownFields = (order: Answered, ...without: string[]): Record<string, unknown> => {
  const fields = Object.fromEntries(own.map((field) => [field, comparable(fieldAt(order, `/${field}`), `/${field}`)]))
  for (const pointer of without) {
    const path = pointer.split('/').slice(1)
    const last = path.pop()!
    const owner = path.reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], fields)
    if (typeof owner === 'object' && owner !== null) delete (owner as Record<string, unknown>)[last]
  }
  return fields
}
