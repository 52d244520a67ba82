// The company's decision on a revision request, unless the target has made it on its own.
import type { StepContext } from '../kit/context.ts'
import { notTested, reason, Inconclusive } from '../evidence/inconclusive.ts'
import { entriesAt } from './read.ts'
import { limits } from '../contract/limits.ts'

type Verb = 'accept' | 'answer' | 'decline'

/** @throws Inconclusive `not-tested` where the request has moved on to a state without that decision, as it may */
export const answerRequest = async (
  { client, control }: StepContext,
  order: string,
  request: string,
  verb: Verb,
  words: string,
): Promise<void> => {
  if (!control) throw notTested('no-control-url')
  const say = (one: Verb) =>
    control.ask('POST', `/orders/${order}/revision-requests/${request}/${one}`, { body: words })
  try {
    await say(verb)
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
    const query = { per_page: limits().per_page_max }
    const list = await client.call('listRevisionRequests', { params: { order_id: order }, query })
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
