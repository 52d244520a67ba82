// What a credential of another account must not reach: the orders of the grand walk, by id, in lists and in the feed.
import { mayBeMisnamed } from './amendments.ts'
import { accountOf } from './account-of.ts'
import { grandWalk, type GrandWalk } from './grand-walk.ts'
import type { CheckContext } from '../kit/context.ts'
import { computedFrom, seen } from '../evidence/seen.ts'
import type { Answered } from '../evidence/exchange.ts'
import type { Role } from '../evidence/roles.ts'
import { notTested, reason } from '../evidence/inconclusive.ts'
import { named, refusedWherePossible, resourceProbes } from './probes.ts'
import { entriesAt, fieldAt } from '../steps/read.ts'
import { expectUntouched } from './untouched.ts'
import { limits } from '../contract/limits.ts'

export const isolationRules = {
  code: 'errors.resource-not-entitled-is-not-found',
  document: 'documents.hidden-document-is-404',
  shows: 'auth.lender-scope-opens-nothing-outside-the-account',
}

/** What of the walk a list shows: ids of its orders and document, and texts that nothing else has. */
const shownOf = ({ orders, documentId, mark }: GrandWalk, list: Answered): string[] => {
  const text = JSON.stringify(entriesAt(list, '/data'))
  const known = [...Object.values(orders), documentId, mark].filter((part): part is string => part !== null)
  // Marks are counted, so that one may begin with another.
  return known.filter((part) => text.split(part).some((rest, index) => index > 0 && !/^\d/.test(rest)))
}

type Isolation = { role: Role; rule: string; operations?: readonly string[] }

const checkStrangers = async ({ shared }: CheckContext, role: Role): Promise<void> => {
  const [own, other] = [await shared(accountOf('main')), await shared(accountOf(role))]
  const ids = ['/lender/id', '/environment'].map((pointer) => [fieldAt(own, pointer), fieldAt(other, pointer)])
  if (ids.every(([one, another]) => one === another)) throw notTested(reason('credentials-of-one-account', { role }))
}

const probeResources = async (
  context: CheckContext,
  walk: GrandWalk,
  { role, rule, operations }: Isolation,
): Promise<void> => {
  const { client, expect } = context
  const all = resourceProbes(context, walk)
  const asked = operations ? named(all, ...operations) : refusedWherePossible(context, walk, all)
  for (const { operation, options } of asked) {
    const answer = await client.call(operation, { ...options, role })
    if (operation === 'amendOrder' && (await mayBeMisnamed(context, answer))) continue
    const rules = operation === 'getDocument' ? [rule, isolationRules.document] : rule
    expect(rules).status(answer, 404)
    if (answer.response.status === 404) expect(isolationRules.code).equal(seen(answer, '/code'), 'not_found')
  }
}

const probeLists = async ({ client, expect }: CheckContext, walk: GrandWalk, role: Role): Promise<void> => {
  const event = fieldAt(walk.answers['listEvents']!, '/data/0/id')
  const after = typeof event === 'string' ? { after: event } : {}
  const looks = [
    await client.call('listOrders', { role, query: { per_page: limits().per_page_max } }),
    await client.call('listEvents', { role, query: { order_id: walk.orders.fresh } }),
    await client.call('listEvents', { role, query: { ...after, per_page: limits().per_page_max } }),
  ]
  for (const look of looks) expect(isolationRules.shows).equal(computedFrom(shownOf(walk, look), look), [])
}

/** Everything with an id, or some of it, and everything that lists, asked with the credential of a stranger. */
export const expectIsolated = async (context: CheckContext, isolation: Isolation): Promise<void> => {
  const { role, rule } = isolation
  const walk = await context.shared(grandWalk)
  await checkStrangers(context, role)
  await probeResources(context, walk, isolation)
  await probeLists(context, walk, role)
  await expectUntouched(context, walk, rule)
}
