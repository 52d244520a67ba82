// Sends requests that are odd but possible: none is to make the service fail, and what is refused leaves nothing behind.
import { freedoms } from '../contract/contract.ts'
import { atMost } from '../evidence/expected.ts'
import type { Answered } from '../evidence/exchange.ts'
import { computedFrom } from '../evidence/seen.ts'
import type { CheckContext } from '../kit/context.ts'
import type { CallOptions } from '../sut/call.ts'
import { fieldAt, requireSuccess, succeeded } from './read.ts'

/** A request with a fault that a row of the status codes is about. */
export const unusable = 'errors.unusable-request-is-no-failure'
/** A request that no passage is about. */
export const unforeseen = 'errors.unforeseen-request-is-no-failure'
export const leavesNothing = 'errors.refused-write-leaves-nothing'

type Taken = string | ((answer: Answered) => string | null)

export type Oddity = {
  /** What is odd, in a few words. */
  what: string
  rule: typeof unusable | typeof unforeseen
  operation: string
  options: CallOptions
  /** The freedom that says how it may be answered, and the reading of a success, of which null is none. */
  freedom?: string
  taken?: Taken
  /** The reading of a refusal with 400 or 422, where neither status nor code names it; null where it may have another reason. */
  refused?: Taken | null
  /** A text of what is sound in the request, by which it would be found. */
  mark?: string
}

const namedBy: Record<string, readonly string[]> = {
  validation_failed: ['validation-failed-422', 'validation-422'],
  semantic_validation_failed: ['semantic-422'],
  recipient_not_allowed: ['recipient-not-allowed'],
  invalid_scope: ['invalid-scope'],
  invalid_request: ['invalid-request'],
}

const codeOf = (answer: Answered): string => String(fieldAt(answer, '/code') ?? fieldAt(answer, '/error'))

/** The reading that a refusal shows: the one of its status, or of its code. */
const readingOfRefusal = (freedom: string, answer: Answered): string | null => {
  const { status } = answer.response
  const isOf422 = (name: string): boolean => status === 422 || !name.endsWith('-422')
  const names = [`status-${status}`, ...(namedBy[codeOf(answer)] ?? []).filter(isOf422)]
  if (status === 400 || status === 422) names.push('refused')
  return names.find((name) => Object.hasOwn(freedoms().get(freedom)!.readings, name)) ?? null
}

const shown = (taken: Taken | null | undefined, answer: Answered): string | null =>
  typeof taken === 'function' ? taken(answer) : (taken ?? null)

const readingOf = ({ freedom, taken, refused }: Oddity, answer: Answered): string | null => {
  if (succeeded(answer)) return shown(taken, answer)
  const { status } = answer.response
  if (status < 400 || status >= 500) return null
  const isOfValues = status === 400 || status === 422
  return refused !== undefined && isOfValues ? shown(refused, answer) : readingOfRefusal(freedom!, answer)
}

/** A missing field may be 400 for a reason that all such fields share. */
export const only422 = ({ response }: Answered): string | null => (response.status === 422 ? 'status-422' : null)

/** 501 says that a method or a coding is not offered at all. */
const offersNot = 501

export const askOddly = async (context: CheckContext, oddity: Oddity): Promise<Answered> => {
  const { client, expect, recordReading } = context
  const { what, rule, operation, options, freedom } = oddity
  const answer = await client.call(operation, options)
  const id = operation === 'createOrder' && succeeded(answer) ? fieldAt(answer, '/id') : null
  if (typeof id === 'string') context.orders.created(id, options.role)
  const { status } = answer.response
  const isNoFailure = status < 500 || (options.unlisted !== undefined && status === offersNot)
  expect(rule).that(computedFrom({ request: `${operation}: ${what}`, status }, answer), () => isNoFailure, {
    request: `${operation}: ${what}`,
    status: atMost(499),
  })
  const reading = freedom === undefined ? null : readingOf(oddity, answer)
  if (reading !== null) recordReading(freedom!, reading, answer)
  return answer
}

export type Asked = { oddity: Oddity; answer: Answered }

export const askAll = async (context: CheckContext, oddities: readonly Oddity[]): Promise<Asked[]> => {
  const asked: Asked[] = []
  for (const oddity of oddities) asked.push({ oddity, answer: await askOddly(context, oddity) })
  return asked
}

/** Looks for the marks of refused writes in what is read afterwards; null where none was refused. */
export const lookForLeft = async (
  { expect }: CheckContext,
  asked: readonly Asked[],
  read: () => Promise<Answered>,
): Promise<Answered | null> => {
  const refused = asked.filter(({ oddity, answer }) => oddity.mark !== undefined && !succeeded(answer))
  if (refused.length === 0) {
    expect(leavesNothing).notTested('no-write-refused')
    return null
  }
  const now = requireSuccess(await read())
  const text = Buffer.from(now.response.body).toString()
  const left = refused.filter(({ oddity }) => text.includes(oddity.mark!))
  const names = left.map(({ oddity }) => `${oddity.operation}: ${oddity.what}`)
  expect(leavesNothing).equal(computedFrom(names, now, ...left.map(({ answer }) => answer)), [])
  return now
}

/** Some of them, by the seed. */
export const drawn = <T>({ random }: Pick<CheckContext, 'random'>, all: readonly T[], count: number): T[] => {
  const rest = [...all]
  const chosen: T[] = []
  while (chosen.length < count && rest.length > 0) chosen.push(...rest.splice(Math.floor(random() * rest.length), 1))
  return chosen
}
