// What is one cause and what is not.
import t from 'tap'
import type { Finding } from '../../reports/run-record.ts'
import { finding, look } from './findings.support.ts'
import { groupFindings, withLateFindings } from './group-findings.ts'

const groupsOf = (findings: Finding[]): number[][] => groupFindings(findings, look).map((group) => group.findings)

t.test('a rule heads one cause, in however many ways it is violated; another rule is another', async (t) => {
  t.strictSame(groupsOf([finding('a.b', ['x201']), finding('a.b', ['x202'])]), [[0, 1]])
  t.strictSame(groupsOf([finding('a.b', ['x201']), finding('a.c', ['x202'])]), [[0], [1]])
  t.strictSame(groupsOf([finding('a.b', ['x201']), finding('a.b', ['x501'])]), [[0, 1]])
  t.strictSame(groupsOf([finding('a.b', ['x201']), finding('a.b', ['x202'], { received: 'answered with HTML' })]), [
    [0, 1],
  ])
  const ids = groupFindings([finding('a.b', ['x201']), finding('a.c', ['x202']), finding('a.b', ['x501'])], look)
  t.strictSame(
    ids.map(({ id, findings }) => [id, findings]),
    [
      ['a.b', [0, 2]],
      ['a.c', [1]],
    ],
  )
})

t.test('one fault met in every order, event and place of a list is one cause', async (t) => {
  const at = (pointer: string, expected: unknown, received: unknown, request: string, rule = 'a.b') =>
    finding(rule, [request], { pointer, expected, received })
  const ids = [at('/data/0/id', 'ord_1A', 'ord_2B', 'x301'), at('/data/12/id', 'ord_2B', 'ord_1.x~9', 'x302')]
  t.strictSame(groupsOf(ids), [[0, 1]], 'ids and positions')
  const numbers = ['CR 10105 / Rev. "B" & Co', 'CR 9 / Rev. "C" & Co']
  const orders = numbers.map((number, index) => at('/order_number', number, '7-1', `x20${index}`))
  t.strictSame(groupsOf(orders), [[0, 1]], 'order numbers')
  const codes = [at('/status/code', 'on_hold', 'new', 'x201'), at('/status/code', 'cancelled', 'on_hold', 'x202')]
  t.strictSame(groupsOf(codes), [[0, 1]], 'another status')
  const shown = [
    'order.created (the events of o1)',
    'order.on_hold (the events of o2)',
    'order.status_changed new (the events of o3)',
  ]
  const events = shown.map((expected, index) =>
    finding('a.b', [`x20${index}`], { pointer: null, expected, received: 'no such event' }),
  )
  t.strictSame(groupsOf(events.slice(0, 2)), [[0, 1]], 'event types')
  const [, , changed] = events
  const other = { ...changed!, expected: 'order.status_changed awaiting_review (the events of o1)', requests: ['x209'] }
  t.strictSame(groupsOf([changed!, other]), [[0, 1]], 'statuses that events tell')
  const lists = [['ord_1 new 5'], ['ord_2 on_hold 6', 'ord_3 new 7']].map((received, index) =>
    finding('a.b', [`x30${index}`], { pointer: null, expected: 'what was there before', received }),
  )
  t.strictSame(groupsOf(lists), [[0, 1]], 'evidence in a list')
})

const missing = (rule: string, pointer: string, ...requests: string[]): Finding =>
  finding(rule, requests, {
    check: 'judge.fields',
    pointer,
    expected: 'present',
    received: undefined,
  })

t.test('what looks at a field that is missing follows from the missing field', async (t) => {
  const root = ['x201', 'x202', 'x203', 'x204', 'x205', 'x206', 'x207'].map((id) =>
    missing('order.has-status-changed-at', '/status/changed_at', id),
  )
  const status = { code: 'new', label: 'New' }
  const consequences = [
    finding('events.same-time', ['x301', 'x201'], {
      pointer: '/data/status/changed_at',
      expected: 't',
      received: null,
    }),
    finding('list.same-order', ['x302', 'x202'], {
      pointer: '/status',
      expected: status,
      received: { ...status, changed_at: 't' },
    }),
    finding('order.time-moves', ['x203'], { pointer: '/status/changed_at', expected: 'a later time', received: null }),
  ]
  const groups = groupFindings([...consequences, ...root], look)
  t.equal(groups.length, 1)
  t.match(groups, [{ id: 'order.has-status-changed-at', rules: ['order.has-status-changed-at'] }])
  t.equal(groups[0]!.findings.length, 10)
  t.equal(groups[0]!.example, 3, 'the cause is shown by a finding of its own')
})

t.test('another place, another answer or a wrong status follows from nothing of it', async (t) => {
  const root = ['x201', 'x202', 'x203'].map((id) => missing('order.has-fee', '/fee', id))
  const apart = (more: Partial<Finding>, ...requests: string[]) =>
    groupFindings([...root, finding('a.b', requests, { received: null, ...more })], look).length
  t.equal(apart({ pointer: '/fee' }, 'x301', 'x202'), 1)
  t.equal(apart({ pointer: '/feed' }, 'x301', 'x202'), 2, 'another place')
  t.equal(apart({ pointer: '/fee' }, 'x301'), 2, 'an answer that has the fee')
  t.equal(apart({ pointer: null }, 'x301', 'x202'), 2, 'no place at all')
  t.equal(apart({ pointer: 'status', expected: 200, received: 409 }, 'x301', 'x202'), 2)
})

t.test('two fields that are missing are two causes, though both break a rule of all fields', async (t) => {
  const of = (rule: string, pointer: string): Finding[] =>
    ['x301', 'x302', 'x303', 'x304', 'x305', 'x306'].flatMap((id) => [
      missing('conventions.all-fields', pointer, id),
      missing(rule, pointer, id),
    ])
  const groups = groupFindings([...of('order.has-fee', '/fee'), ...of('order.has-note', '/note')], look)
  t.strictSame(groups.map(({ id }) => id).toSorted(), ['order.has-fee', 'order.has-note'])
})

t.test('all that one wrong answer breaks is one cause', async (t) => {
  const judged = finding('e.schema', ['x201'], { check: 'judge.schema', pointer: '/status', received: null })
  const groups = groupFindings([judged, finding('a.b', ['x201']), finding('a.c', ['x201'], { pointer: '/code' })], look)
  t.match(groups, [{ id: 'a.b', example: 1, findings: [0, 1, 2], rules: ['a.b', 'e.schema', 'a.c'] }])
})

t.test('a page of events shows faults of many causes', async (t) => {
  const missing = (rule: string) => finding(rule, ['x301'], { pointer: null, received: 'no such event' })
  t.strictSame(groupsOf([missing('a.b'), missing('a.c')]), [[0], [1]])
})

t.test('an operation that fails is one cause, whatever was tried with it', async (t) => {
  t.strictSame(groupsOf([finding('a.b', ['x4500']), finding('c.d', ['x41500'], { expected: 201 })]), [[0, 1]])
})

t.test('a habit of the target is one cause, and swallows no other', async (t) => {
  const cookies = Array.from({ length: 40 }, (_, index) =>
    finding('no.cookie', [`x${200 + index}`], { check: 'judge.cookie', pointer: 'header:Set-Cookie' }),
  )
  const groups = groupFindings([...cookies, finding('a.b', ['x201'])], look)
  t.strictSame(
    groups.map(({ id, findings }) => [id, findings.length]),
    [
      ['no.cookie', 40],
      ['a.b', 1],
    ],
  )
  const camelCase = ['orderId', 'orderNumber', 'createdAt', 'updatedAt', 'dueDate'].map((name, index) =>
    finding('c.snake-case', [`x${600 + index}`], { check: 'judge.names', pointer: `/${name}`, received: name }),
  )
  t.equal(groupsOf(camelCase).length, 1)
})

t.test(
  'what was found after the reruns joins its cause, and is a cause of its own where nothing was known of it',
  async (t) => {
    const before = groupFindings([finding('a.b', ['x201'])], look)
    const all = [finding('a.b', ['x201']), finding('a.b', ['x202']), finding('c.d', ['x501'])]
    const { known, late } = withLateFindings(before, groupFindings(all, look))
    t.match(known, [{ id: 'a.b', findings: [0, 1], rules: ['a.b'] }])
    t.equal(known.length, 1)
    t.match(late, [{ id: 'c.d', findings: [2] }])
  },
)
