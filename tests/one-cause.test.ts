// One bug of a server is one cause, headed by the rule of what is wrong, however many rules it violates.
import t, { type Test } from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import type { CauseFound } from '../reports/run-record.ts'
import type { Wire } from '../conformance/sut/send.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { createSimulator as createJudged } from '../in-process.ts'
import { judge } from './judge-target.ts'

type Body = Record<string, unknown>
type Change = (url: URL, status: number, body: Body) => Body

/** Every JSON object that the target answers with goes through the change. */
const changing =
  (change: Change) =>
  (wire: Wire): Wire => ({
    async send(message) {
      const sent = await wire.send(message)
      if (!sent.response || sent.response.body.length === 0) return sent
      const { status, body } = sent.response
      const text = Buffer.from(body).toString()
      if (!text.startsWith('{')) return sent
      const changed = change(new URL(message.url), status, JSON.parse(text) as Body)
      return { ...sent, response: { ...sent.response, body: new Uint8Array(Buffer.from(JSON.stringify(changed))) } }
    },
    close: () => wire.close(),
  })

const causesOf = async (t: Test, change: Change, ...ids: string[]): Promise<CauseFound[]> => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const checks = (await loadChecks()).filter(({ id }) => ids.includes(id))
  const { events } = await judge(simulator.profile(), { checks, through: changing(change), options: { rerun: false } })
  return events.flatMap((event) => (event.type === 'cause' ? [event] : []))
}

t.test('error bodies that lie under a field of their own', async (t) => {
  const nested: Change = ({ pathname }, status, body) =>
    status < 400 || pathname.endsWith('/oauth/token') ? body : { error: body }
  const causes = await causesOf(
    t,
    nested,
    'actions.held-order-refuses-hold-and-cancel',
    'errors.unmatched-request-has-the-standard-body',
    'errors.malformed-json-is-400',
  )
  t.match(causes, [{ rule: 'errors.standard-body-outside-token-endpoint', kind: 'nested_error', key: 'error' }])
  t.equal(causes.length, 1, causes.map(({ rule, kind, key }) => `${rule} ${kind} ${key}`).join('\n'))
  t.ok(causes[0]!.rules.length > 5)
})

t.test('a cursor that ends early violates what was left out, and not that only later events come', async (t) => {
  const endsEarly: Change = ({ pathname, searchParams }, _status, body) =>
    pathname.endsWith('/events') && searchParams.has('after') && searchParams.has('order_id')
      ? { ...body, data: (body['data'] as unknown[]).slice(0, -1), next_cursor: null }
      : body
  const causes = await causesOf(t, endsEarly, 'feed.cursor-walks-every-event')
  const violated = causes.flatMap(({ rules }) => rules)
  t.ok(violated.includes('feed.after-leaves-no-later-event-out'), violated.join(', '))
  t.notOk(violated.includes('feed.after-returns-only-later-events'))
  t.equal(causes.length, 1, causes.map(({ rule, kind, key }) => `${rule} ${kind} ${key}`).join('\n'))
})

t.test(
  'a feed without any cursor is one cause, and no filter is to blame for what a page has no room for',
  async (t) => {
    const withoutCursor: Change = ({ pathname }, _status, body) =>
      pathname.endsWith('/events') ? { ...body, next_cursor: null } : body
    const causes = await causesOf(
      t,
      withoutCursor,
      'feed.cursor-walks-every-event',
      'feed.filters-agree-with-the-whole',
    )
    t.match(causes, [{ rule: 'feed.next-cursor-continues-the-walk' }])
    t.equal(causes.length, 1, causes.map(({ rule, kind, key }) => `${rule} ${kind} ${key}`).join('\n'))
  },
)

t.test(
  'an address of plain http that is taken is the violation, and what is then delivered to it is none',
  async (t) => {
    const simulator = await createSimulator({ allowHttpWebhooks: true })
    t.teardown(() => simulator.close())
    const ids = ['webhooks.new-secret-signs-what-follows', 'webhooks.unusable-settings-are-refused']
    const checks = (await loadChecks()).filter(({ id }) => ids.includes(id))
    const { events } = await judge(simulator.profile(), { checks, options: { rerun: false } })
    const violated = events.filter((event) => event.type === 'rule-judged' && event.verdict === 'fail')
    t.equal(violated.length, 1)
    t.match(violated, [{ rule: 'webhooks.url-must-be-https' }])
  },
)

/** The rules of each cause of a defect, the one that heads it first. */
const causesOfDefect = async (t: Test, defect: string): Promise<string[][]> => {
  const simulator = await createJudged({ defect })
  t.teardown(() => simulator.close())
  const ids = [
    'catalog.withdrawn-and-adu-products-are-listed',
    'create.single-violations-are-refused',
    'create.refused-create-creates-nothing',
  ]
  const checks = (await loadChecks()).filter(({ id }) => ids.includes(id))
  const { events } = await judge(simulator.profile(), { checks, options: { rerun: false } })
  return events.flatMap((event) => (event.type === 'cause' ? [[event.rule, ...event.rules]] : []))
}

t.test('an add-on that is taken without a word of a dwelling unit is headed by the create', async (t) => {
  const [cause = [], ...others] = await causesOfDefect(t, 'adu-taken-for-granted')
  t.equal(cause[0], 'create.has-adu-required-with-adu-add-on')
  t.ok(cause.includes('catalog.with-adu-adds-adu-only-add-ons'))
  t.strictSame(others, [])
})

t.test('where a refusal is only inferred, an order that is taken breaks no rule said in plain words', async (t) => {
  const rule = 'create.adu-add-on-without-adu-refused'
  t.strictSame(await causesOfDefect(t, 'adu-false-overlooked'), [[rule, rule]])
})
