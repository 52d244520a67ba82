// Hostile requests are what they claim to be, and ask for nothing that a permitted reading may deny.
import t from 'tap'
import { openapi, operations, rules } from '../contract/contract.ts'
import { errorsOf } from '../invariants/schema/validator.ts'
import { coverageOf, ground } from './demo-ground.support.ts'
import { hostileCreates, type Hostile } from './hostile.ts'
import { validOrder } from './valid-order.ts'

const valid = validOrder(coverageOf(0).orderable[0]!, ground)
const creates = hostileCreates(valid)
const text = ({ body }: Hostile) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
const isUtf8 = (hostile: Hostile): boolean => {
  try {
    text(hostile)
    return true
  } catch {
    return false
  }
}
const isJson = (hostile: Hostile): boolean => {
  try {
    JSON.parse(text(hostile))
    return true
  } catch {
    return false
  }
}
const group = (list: Hostile[], prefix: string) => list.filter(({ id }) => id.startsWith(`${prefix}.`))

t.test('what must be 400 as malformed is no JSON, and what is called JSON is', async (t) => {
  t.ok(group(creates, 'json').length > 0)
  for (const hostile of group(creates, 'json')) {
    t.notOk(isJson(hostile), hostile.id)
    t.strictSame(hostile.statuses, [400])
  }
  for (const prefix of ['text', 'key', 'number', 'large', 'many', 'deep', 'top', 'type', 'coding'])
    for (const hostile of group(creates, prefix)) t.ok(isJson(hostile), hostile.id)
  for (const hostile of group(creates, 'lax')) t.notOk(isJson(hostile), `${hostile.id} is no strict JSON`)
  t.notOk(group(creates, 'utf-8').some(isUtf8), 'these are no UTF-8')
})

t.test('a body that may place an order is a valid order with the reference it was made from', async (t) => {
  const schema = openapi().components.schemas['CreateOrderRequest']!
  const may = creates.filter((hostile) => hostile.statuses.includes(201))
  t.ok(may.some(isJson))
  for (const hostile of may.filter(isJson)) {
    const body = JSON.parse(text(hostile)) as { lender_reference: string }
    t.equal(body.lender_reference, valid.lender_reference, hostile.id)
    t.strictSame(errorsOf(schema, body), [], hostile.id)
  }
})

t.test('a body that may place no order is wrong in a way the schema sees, or in its bytes or type', async (t) => {
  const schema = openapi().components.schemas['CreateOrderRequest']!
  for (const hostile of creates) {
    if (hostile.statuses.includes(201) || !isJson(hostile)) continue
    const json = JSON.parse(text(hostile)) as unknown
    const wrong =
      errorsOf(schema, json).length > 0 || /^(type|coding)\./.test(hostile.id) || hostile.id === 'many.add-ons'
    t.ok(wrong, hostile.id)
  }
})

t.test('only statuses that a create declares are expected, and never a failure', async (t) => {
  const declared = Object.keys(operations().get('createOrder')!.responses).map(Number)
  for (const { id, statuses } of creates)
    t.ok(statuses.length > 0 && statuses.every((status) => declared.includes(status) && status < 500), id)
})

t.test('deep, long and many are as deep, long and many as they say', async (t) => {
  const of = (id: string) => creates.find((hostile) => hostile.id === id)!
  for (const id of ['large.text', 'large.name', 'large.key']) t.ok(of(id).body.length > 1_000_000, id)
  for (const id of ['deep.top-level', 'deep.unknown-field', 'deep.notes']) t.match(text(of(id)), /\[{10000}/, id)
  t.match(text(of('key.prototype-member')), '"__proto__":{')
  t.match(text(of('key.same-key-twice')), /"order_type_code":"1004".*"order_type_code":"1004"/)
  t.match(text(of('text.nul')), '\\u0000')
  t.equal(of('empty.body').body.length, 0)
})

t.test('headers carry a content type save where it is missing on purpose', async (t) => {
  for (const { id, headers } of creates)
    t.equal(
      headers.some(([name]) => name === 'Content-Type'),
      id !== 'type.missing',
      id,
    )
})

t.test('ids are single, and every rule named exists', async (t) => {
  const ids = creates.map(({ id }) => id)
  t.equal(new Set(ids).size, ids.length)
  const named = creates.flatMap(({ rules, code }) => [...rules, code?.rule ?? []].flat())
  for (const rule of new Set(named)) t.equal(rules().get(rule)?.party, 'service', rule)
  t.comment(`${creates.length} creates`)
})
