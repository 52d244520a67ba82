// The company's decision on a revision request, unless the target has made it on its own.
import type { StepContext } from '../kit/context.ts'
import { notTested, reason, Inconclusive } from '../evidence/inconclusive.ts'
import { requirePort } from '../sut/control.ts'
import { entriesAt } from './read.ts'
import { limits } from '../contract/limits.ts'

const operations = { accept: 'acceptRevision', answer: 'answerRevision', decline: 'declineRevision' } as const

type Verb = keyof typeof operations

/** @throws Inconclusive `not-tested` where the request has moved on to a state without that decision, as it may */
export const answerRequest = async (
  context: StepContext,
  order: string,
  request: string,
  verb: Verb,
  words: string,
): Promise<void> => {
  const port = requirePort(context, operations[verb])
  const say = (one: Verb) => port.ask('POST', `/orders/${order}/revision-requests/${request}/${one}`, { body: words })
  try {
    await say(verb)
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
    const query = { per_page: limits().per_page_max }
    const list = await context.client.call('listRevisionRequests', { params: { order_id: order }, query })
    const status = entriesAt(list, '/data').find(({ id }) => id === request)?.['status']
    if (status === undefined || status === 'submitted') throw error
    if (verb !== 'accept' || status !== 'accepted')
      throw notTested(reason('request-answered-first', { status: String(status), action: verb }))
    await say('answer')
  }
}

/** Whether the decision was accepted; a request may have moved on first. */
export const takenByCompany = async (...given: Parameters<typeof answerRequest>): Promise<boolean> => {
  try {
    await answerRequest(...given)
    return true
  } catch (error) {
    if (error instanceof Inconclusive && error.verdict === 'not-tested') return false
    throw error
  }
}
