// One cause accuses its own rule: what a check was shown for, and what breaks a rule of its own, is held against no other.
// Silent for up to 300 s.
import t from 'tap'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { createSimulator } from '../../in-process.ts'
import { judge } from '../judge-target.ts'

const trespass = 'auth.another-company-reaches-nothing'
const refusals = ['errors.malformed-json-is-400', 'errors.other-content-type-is-415']

const all = await loadChecks()

type Case = {
  defect: string
  /** The checks that run, in this order. */
  run: string[]
  /** The rules that break, and no others. */
  breaks: string[]
  /** Checks that hold all the same. */
  pass: string[]
}

const cases: Record<string, Case> = {
  'an order that another company has moved is blamed on nobody else': {
    defect: 'orders-of-everyone',
    run: [trespass, ...refusals],
    breaks: ['auth.resource-of-another-company-is-404', 'documents.hidden-document-is-404'],
    pass: refusals,
  },
  'an order that a list shows otherwise than its read was touched by nobody': {
    defect: 'held-order-shows-off-hold',
    run: [trespass, ...refusals],
    breaks: ['list.order-item-agrees-with-the-order'],
    pass: [trespass, ...refusals],
  },
  'a token that a later one ended is renewed, and blamed on the tokens alone': {
    defect: 'new-token-ends-the-old-one',
    run: ['auth.every-token-is-for-one-account', 'list.documents-are-paged', 'webhooks.put-changes-only-what-it-sends'],
    breaks: [
      'auth.a-bearer-token-opens-every-operation',
      'auth.new-token-leaves-the-old-one-valid',
      'auth.token-is-valid-for-60-minutes',
      'transport.serves-get-account',
    ],
    pass: ['list.documents-are-paged', 'webhooks.put-changes-only-what-it-sends'],
  },
  'messages without an id break no rule of paging': {
    defect: 'message-without-id',
    run: ['list.messages-are-paged'],
    breaks: [],
    pass: [],
  },
}

for (const [name, { defect, run, breaks, pass }] of Object.entries(cases))
  t.test(name, async (t) => {
    const simulator = await createSimulator({ defect })
    t.teardown(() => simulator.close())
    const checks = run.map((id) => all.find((check) => check.id === id)!)
    const { events } = await judge(structuredClone(simulator.profile()) as Record<string, unknown>, { checks })
    const broken = events.flatMap((event) => (event.type === 'finding' ? [event.rule] : []))
    t.same([...new Set(broken)].toSorted(), breaks)
    const judged = events.flatMap((event) => (event.type === 'check-finished' ? [[event.check, event.verdict]] : []))
    for (const id of pass) t.same(judged.find(([check]) => check === id)?.[1], 'pass', `${id} compared all the same`)
  })
