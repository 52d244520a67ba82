// A service whose reading disputes an inferred rule: nothing is held against it but that rule, which is arguable, and its
// reading is seen. Whatever else it does wrong is found all the same.
// Silent for up to 120 s.
import t from 'tap'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { rules } from '../../conformance/contract/contract.ts'
import { selectChecks } from '../../conformance/run/select-checks.ts'
import { judgeReadings } from '../../proof/soundness/judge-readings.ts'
import { freedoms } from '../../simulator/behaviour/readings/choose.ts'

const all = freedoms()
const usual = new Map(all.map(({ id, default: taken }) => [id, taken]))
const disputes = all.flatMap(({ id, disputes: own = {} }) =>
  Object.entries(own).map(([reading, disputed]) => ({ id, reading, disputed })),
)

type Judged = { readings: Record<string, string>; only: string[]; defect?: string }

const judged = async ({ readings, only, defect }: Judged) => {
  const checks = await loadChecks()
  return judgeReadings({
    simulator: { readings, ...(defect !== undefined && { defect }) },
    checks: selectChecks(checks, { only, areas: [] }),
    all: checks,
    usual,
  })
}

t.test('what a reading disputes is an inferred rule, and the reading is not the default', async (t) => {
  t.ok(disputes.length > 0)
  for (const { id, reading, disputed } of disputes) {
    t.ok(reading in all.find((one) => one.id === id)!.readings, `${id}=${reading} is a reading`)
    t.not(reading, usual.get(id))
    t.same(
      disputed.filter((rule) => rules().get(rule)?.basis !== 'inferred'),
      [],
      `${id}=${reading} disputes inferred rules alone`,
    )
  }
})

type Case = Pick<Judged, 'readings' | 'only'>

const shown: (Case & { disputed: string[] })[] = [
  {
    readings: {
      'actions.cancel-response': 'without-previous-status',
      'catalog.paging-out-of-range': 'status-422',
      'create.two-notes-of-one-type': 'last-wins',
      'idempotency.key-on-other-writes': 'honoured',
    },
    only: [
      'actions.cancel-cancels-the-order',
      'catalog.fails-as-listed',
      'order.has-one-note-per-type',
      'idempotency.key-belongs-to-creation',
      'messages.sent-message-is-in-the-thread',
      'documents.upload-sent-twice-is-two',
      'actions.held-order-refuses-hold-and-cancel',
    ],
    disputed: [
      'actions.cancel-returns-the-status-before',
      'catalog.errors-are-the-declared-ones',
      'documents.upload-sent-twice-is-two-documents',
      'idempotency.key-means-nothing-to-other-writes',
      'messages.sent-twice-is-two-messages',
      'order.two-notes-of-one-type-are-both-kept',
      'revisions.request-sent-twice-is-two-requests',
    ],
  },
  {
    readings: { 'messages.equal-within-seconds': 'taken-once' },
    only: ['messages.sent-message-is-in-the-thread'],
    disputed: ['idempotency.key-means-nothing-to-other-writes', 'messages.sent-twice-is-two-messages'],
  },
]

for (const { readings, only, disputed } of shown)
  t.test(`${Object.keys(readings).join(', ')}: those rules alone, and no other`, async (t) => {
    const result = await judged({ readings, only })
    t.same(result.held, [], 'nothing is held against it')
    t.same(result.disputed.toSorted(), disputed)
    t.same(result.misread, [])
    t.same(result.faults, [])
  })

const permitted: Case[] = [
  {
    readings: {
      'auth.expiry-edge': 'five-minutes',
      'errors.code-of-400': 'validation-failed',
      'order.flags-unset': 'null-value',
      'order.has-adu-unset': 'null-value',
    },
    only: [
      'auth.token-lives-sixty-minutes',
      'errors.malformed-json-is-400',
      'errors.wrong-type-is-refused',
      'create.answers-201-with-the-order',
      'create.order-shows-what-was-sent',
      'order.read-is-the-full-order',
    ],
  },
  {
    readings: {
      'messages.attachments-shape': 'named-identifier',
      'downloads.link-answer': 'redirect',
      'webhooks.url-probe': 'unsigned-post',
      'webhooks.test-unsubscribed-type': 'not-delivered',
      'webhooks.secret-length-unit': 'bytes',
      'amend.closed-statuses': 'delivered-alone-but-loan-number',
      'lifecycle.reactivated-length': 'minutes-then-previous',
    },
    only: [
      'messages.company-message-reaches-the-lender',
      'downloads.signed-link-is-what-it-says',
      'downloads.tampered-link-is-refused',
      'downloads.link-works-until-it-expires',
      'documents.upload-comes-back-byte-for-byte',
      'webhooks.specimen-is-sent-once',
      'webhooks.configuration-is-what-was-set',
      'webhooks.unusable-settings-are-refused',
      'webhooks.new-secret-signs-what-follows',
      'amend.closed-order-is-refused',
      'lifecycle.reactivated-order-goes-on',
    ],
  },
]

for (const { readings, only } of permitted)
  t.test(`${Object.keys(readings).join(', ')}: no rule fails`, async (t) => {
    const result = await judged({ readings, only })
    t.same([result.held, result.disputed, result.misread], [[], [], []])
  })

t.test('a defect beside such a reading is found', async (t) => {
  for (const [freedom, reading, defect, only, rule] of [
    [
      'auth.expiry-edge',
      'five-minutes',
      'token-never-expires',
      'auth.token-lives-sixty-minutes',
      'auth.token-expires-after-60-minutes',
    ],
    [
      'create.two-notes-of-one-type',
      'last-wins',
      'message-sent-twice-is-one',
      'messages.sent-message-is-in-the-thread',
      'messages.sent-twice-is-two-messages',
    ],
  ] as const) {
    const { held } = await judged({ readings: { [freedom]: reading }, only: [only], defect })
    t.ok(
      held.some((one) => one.rule === rule),
      defect,
    )
  }
})
