// What is one cause and what is not.
import t from 'tap'
import type { Finding } from '../../reports/run-record.ts'
import { rules } from '../contract/contract.ts'
import { finding, missing, wrong } from './findings.support.ts'
import { groupFindings, withLateFindings } from './group-findings.ts'

const groupsOf = (...findings: Finding[]): number[][] => groupFindings(findings).map((group) => group.findings)

t.test('the same kind and key is one cause, whichever rules fail', async (t) => {
  t.strictSame(groupsOf(wrong('a.b', 'fee', 'x1'), wrong('a.c', 'fee', 'x2')), [[0, 1]])
  t.strictSame(groupsOf(wrong('a.b', 'fee', 'x1'), wrong('a.c', 'note', 'x2')), [[0], [1]], 'another key')
  t.strictSame(groupsOf(wrong('a.b', 'fee', 'x1'), missing('a.c', 'fee', 'x2')), [[0], [1]], 'another kind')
  const [one] = groupFindings([wrong('a.b', 'fee', 'x1'), wrong('a.c', 'fee', 'x2')])
  t.match(one, { id: 'a.b', kind: 'wrong_value', key: 'fee', rules: ['a.b', 'a.c'] })
})

t.test('a rule heads one cause, in however many ways it is violated', async (t) => {
  const other = finding('a.b', ['x3'], { kind: 'wrong_header', key: 'Location' })
  const groups = groupFindings([wrong('a.b', 'fee', 'x1'), wrong('a.c', 'note', 'x2'), other])
  t.strictSame(
    groups.map(({ id, findings }) => [id, findings]),
    [
      ['a.b', [0, 2]],
      ['a.c', [1]],
    ],
  )
})

t.test('the rule of the field heads the cause, a convention last', async (t) => {
  const of = (rule: string) => missing(rule, 'fees.total', 'x1')
  t.equal(groupFindings([of('conventions.empty-fields-are-sent-as-null'), of('a.b')])[0]!.id, 'a.b')
  t.equal(groupFindings([of('a.b'), of('order.has-fees')])[0]!.id, 'order.has-fees', 'its row names a field')
  const spread = [of('a.b'), of('a.c'), missing('a.b', 'note', 'x2')]
  t.strictSame(
    groupFindings(spread).map(({ id }) => id),
    ['a.c', 'a.b'],
    'of two the one that fails at fewer places',
  )
})

t.test(
  'where a refusal names a field, the rule of that field heads it, and not that of what else such orders had',
  async (t) => {
    const refused = (rule: string, key: string, ...requests: string[]): Finding[] =>
      requests.map((id) => finding(rule, [id], { kind: 'refused', key }))
    const key = 'createOrder 422 validation_failed borrowers.contacts'
    const [types, contacts] = ['create.accepts-every-property-type', 'create.co-borrower-contacts-may-be-omitted']
    const of = (field: string) => [...refused(types, field, 'x1', 'x2', 'x3'), ...refused(contacts, field, 'x1')]
    t.equal(groupFindings(of(key))[0]!.id, contacts)
    t.equal(groupFindings(of('createOrder 422 semantic_validation_failed property.type'))[0]!.id, types)
    t.equal(groupFindings(of('createOrder 422 validation_failed'))[0]!.id, types, 'where it names none')
  },
)

t.test('what a conformant implementer could dispute heads no cause of what is said in plain words', async (t) => {
  const inferred = [...rules().values()].find(({ basis }) => basis === 'inferred')!.id
  t.equal(groupFindings([wrong(inferred, 'fee', 'x1'), wrong('a.b', 'fee', 'x1')])[0]!.id, 'a.b', 'of one kind and key')
  const [first, second] = [missing(inferred, 'status', 'x1'), wrong('a.b', 'status.code', 'x1')]
  t.not(groupFindings([first, second]).find(({ rules: own }) => own.includes('a.b'))!.id, inferred, 'of two')
})

t.test('two fields that are missing are two causes, though both break a rule of all fields', async (t) => {
  const of = (rule: string, key: string): Finding[] =>
    ['x1', 'x2', 'x3'].flatMap((id) => [missing('conventions.all-fields', key, id), missing(rule, key, id)])
  const groups = groupFindings([...of('order.has-fee', 'fee'), ...of('order.has-note', 'note')])
  t.strictSame(groups.map(({ id }) => id).toSorted(), ['order.has-fee', 'order.has-note'])
})

t.test('what looks at a field that is missing follows from the missing field', async (t) => {
  const root = ['x1', 'x2', 'x3'].map((id) => missing('order.has-status-changed-at', 'status.changed_at', id))
  const consequences = [
    wrong('events.same-time', 'status.changed_at', 'x8', 'x1'),
    finding('list.same-order', ['x9', 'x2'], { kind: 'unexpected_field', key: 'order.status.changed_at' }),
    wrong('order.time', 'changed_at', 'x3'),
  ]
  const groups = groupFindings([...consequences, ...root])
  t.equal(groups.length, 1)
  t.match(groups, [{ id: 'order.has-status-changed-at', kind: 'missing_field', findings: { length: 6 } }])
  t.equal(groups[0]!.example, 3, 'the cause is shown by a finding of its own')
  t.equal(groupsOf(missing('a.b', 'status', 'x1'), wrong('a.c', 'status.code', 'x1')).length, 1, 'something in it')
})

t.test('another place, another answer or another kind of failure follows from nothing of it', async (t) => {
  const root = ['x1', 'x2'].map((id) => missing('order.has-fee', 'fee', id))
  const apart = (...given: Finding[]) => groupsOf(...root, ...given).length
  t.equal(apart(wrong('a.b', 'fee', 'x9', 'x2')), 1)
  t.equal(apart(wrong('a.b', 'feed', 'x9', 'x2')), 2, 'another place')
  t.equal(apart(wrong('a.b', 'fee', 'x9')), 2, 'an answer that has the fee')
  t.equal(apart(wrong('a.b', 'fee', 'x2'), wrong('a.b', 'fee', 'x9')), 2, 'nor where one of its findings does not')
  t.equal(apart(finding('a.b', ['x2'], { kind: 'wrong_outcome', key: 'a.b' })), 2, 'no place at all')
  t.equal(apart(finding('a.b', ['x2'], { kind: 'wrong_status', key: 'getOrder 409' })), 2)
})

t.test('what looks at a header that is missing follows from the missing header', async (t) => {
  const header = (rule: string, kind: 'missing_header' | 'wrong_header', key: string, ...requests: string[]) =>
    finding(rule, requests, { kind, key, pointer: `header:${key}` })
  const root = ['x1', 'x2'].map((id) => header('a.b', 'missing_header', 'Retry-After', id))
  t.equal(groupsOf(...root, header('a.c', 'wrong_header', 'Retry-After', 'x1', 'x2')).length, 1)
  t.equal(groupsOf(...root, header('a.c', 'wrong_header', 'Location', 'x1')).length, 2)
})

t.test('a cause that follows from a later one goes under it, with what followed from it', async (t) => {
  const inner = missing('a.c', 'previous_status.code', 'x1')
  const type = (id: string) => finding('a.b', [id], { kind: 'wrong_type', key: 'previous_status', pointer: '/p' })
  t.match(groupFindings([inner, type('x1'), type('x2'), missing('a.d', 'code', 'x1')]), [
    { id: 'a.b', findings: [0, 1, 2, 3], rules: ['a.b', 'a.c', 'a.d'] },
  ])
})

t.test('all that one wrong answer breaks is one cause', async (t) => {
  const accepted = finding('a.b', ['x1'])
  const schema = missing('e.schema', 'current_status', 'x1')
  const effect = finding('a.c', ['x1', 'x2'], { kind: 'wrong_outcome', key: 'a.c' })
  t.match(groupFindings([schema, accepted, effect]), [{ id: 'a.b', kind: 'accepted', example: 1, findings: [0, 1, 2] }])
  t.equal(groupsOf(accepted, missing('e.schema', 'current_status', 'x2')).length, 2, 'another answer')
  const twice = finding('a.c', ['x1'], { key: 'a.c' })
  t.strictSame(groupsOf(accepted, twice), [[0, 1]], 'of two of a kind the first heads the cause')
  t.strictSame(groupsOf(twice, finding('a.d', ['x2'], { key: 'a.d' })), [[0], [1]])
})

t.test('a page of events shows faults of many causes', async (t) => {
  const absent = (rule: string, key: string) => finding(rule, ['x1'], { kind: 'missing_event', key, pointer: null })
  t.strictSame(groupsOf(absent('a.b', 'order.on_hold'), absent('a.c', 'order.resumed')), [[0], [1]])
})

t.test('findings of an earlier version, which have no kind, are grouped by their rule', async (t) => {
  const old = (rule: string, id: string): Finding => {
    const { kind: _kind, key: _key, ...rest } = finding(rule, [id])
    return rest
  }
  const groups = groupFindings([old('a.b', 'x1'), old('a.c', 'x1'), old('a.b', 'x2')])
  t.strictSame(groups, [
    { id: 'a.b', example: 0, findings: [0, 2], rules: ['a.b'] },
    { id: 'a.c', example: 1, findings: [1], rules: ['a.c'] },
  ])
})

t.test('what was found after the reruns joins its cause, or is a cause of its own', async (t) => {
  const all = [finding('a.b', ['x1']), finding('a.b', ['x2']), wrong('c.d', 'fee', 'x3')]
  const { known, late } = withLateFindings(groupFindings(all.slice(0, 1)), groupFindings(all))
  t.match(known, [{ id: 'a.b', findings: [0, 1], rules: ['a.b'] }])
  t.equal(known.length, 1)
  t.match(late, [{ id: 'c.d', findings: [2] }])
})

t.test('what was asked for heads the cause, not what holds of every answer of the operation', async (t) => {
  const of = (rule: string, check: string, id: string) =>
    finding(rule, [id], { check, kind: 'wrong_status', key: 'createOrder 200' })
  const general = (id: string) => of('create.answers-201', 'invariant.declared-status', id)
  const replay = (id: string) => of('a.replay', 'a.check', id)
  t.match(groupFindings([general('x1'), general('x2'), replay('x1'), replay('x2')]), [{ id: 'a.replay' }])
  t.match(groupFindings([general('x1'), general('x2'), replay('x1')]), [{ id: 'create.answers-201' }], 'not of x2')
})

t.test('a code of another status follows from the code that was expected', async (t) => {
  const code = (rule: string, check: string, key: string, ...ids: string[]) =>
    ids.map((id) => finding(rule, [id], { check, kind: 'wrong_code', key, pointer: '/code' }))
  const paired = code('errors.comes-with', 'invariant.error-code', 'a, b', 'x1', 'x2')
  const expected = code('a.reused', 'a.check', 'b', 'x1', 'x2')
  t.match(groupFindings([...paired, ...expected]), [{ id: 'a.reused', findings: [0, 1, 2, 3] }])
  t.match(groupFindings([...paired, ...expected.slice(1)]), [{ id: 'errors.comes-with', findings: [0, 1, 2] }])
})

t.test('an error that is no JSON explains each field that is missing in such a body', (t) => {
  const html = finding('conventions.response-bodies-are-json', ['x1'], { kind: 'unreadable_body', key: 'getOrder' })
  const all = [html, missing('errors.body-has-code', 'code', 'x1'), missing('errors.body-has-code', 'code', 'x2')]
  t.strictSame(
    groupFindings(all, new Set(['x1', 'x2'])).map(({ id }) => id),
    [html.rule],
  )
  t.equal(groupFindings(all, new Set(['x1'])).length, 2, 'the other body is JSON, and lacks it')
  t.end()
})

t.test('a body that cannot be read heads no wrong status', async (t) => {
  const html = (id: string, key: string) =>
    finding('conventions.response-bodies-are-json', [id], { kind: 'unreadable_body', key, pointer: null })
  const refused = finding('documents.a', ['x1'], { kind: 'refused', key: 'uploadDocument 413', expected: 201 })
  const page = ['x1', 'x2'].map((id) => html(id, 'uploadDocument'))
  t.match(
    groupFindings([...page, refused]),
    [{ id: 'documents.a', example: 2, findings: [0, 1, 2] }],
    'of one operation',
  )
  t.strictSame(
    groupFindings([...page, html('x3', 'getOrder'), refused]).map(({ id, findings }) => [id, findings]),
    [
      ['conventions.response-bodies-are-json', [0, 1, 2]],
      ['documents.a', [3]],
    ],
    'of several',
  )
})

t.test('a secret that was put and not taken heads the deliveries that it should have signed', (t) => {
  const of = (rule: string, check: string, id: string) =>
    finding(rule, [id], { check, kind: 'bad_signature', key: 'key', pointer: 'header:X-Service-Signature' })
  const invariant = 'invariant.delivery-signature'
  const signatures = [
    ...['d1', 'd2', 'd3'].map((id) => of('delivery.retry-signed-with-secret-in-force', invariant, id)),
    of('delivery.signature-is-keyed-with-the-secret', invariant, 'd4'),
  ]
  const put = of('webhooks.put-sets-the-secret', 'webhooks.new-secret-signs-what-follows', 'd5')
  const lost = of('webhooks.omitted-secret-is-kept', 'webhooks.new-secret-signs-what-follows', 'd5')
  t.match(groupFindings([...signatures, put]), [{ id: put.rule }])
  t.not(groupFindings([...signatures, put, lost])[0]!.id, put.rule, 'the key is none that was put')
  t.not(groupFindings([...signatures.slice(0, 3), put])[0]!.id, put.rule, 'of retries alone')
  t.end()
})
