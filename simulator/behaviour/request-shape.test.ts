// What a create is held against follows the OpenAPI document: a constraint that a copy of it lacks is not held.
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import { loadContract, type Contract } from '../contract/contract.ts'
import { shapes, type ShapeName } from './shapes.ts'

type Change = (schemas: Contract['schemas']) => void

const valid = loadContract().schemas['CreateOrderRequest']!['examples'] as [Record<string, unknown>]

/** Whether a body is taken once the document is changed. */
const takes = (body: unknown, change: Change = () => undefined, name: ShapeName = 'createOrder'): boolean => {
  const contract = loadContract()
  change(contract.schemas)
  const ajv = new Ajv2020({ allowUnionTypes: true })
  ;(addFormats as unknown as (ajv: Ajv2020, formats: string[]) => void)(ajv, ['date', 'uri'])
  return ajv.validate(shapes(contract)[name], body)
}

const changed: Record<string, [path: string[], value: unknown, change: Change]> = {
  required: [
    ['property', 'occupancy'],
    undefined,
    ({ PropertyInput }) => (PropertyInput!.required = ['address', 'type']),
  ],
  enum: [['loan', 'purpose'], 'cash_out', ({ LoanPurposeInput }) => delete LoanPurposeInput!['enum']],
  type: [
    ['lender_reference'],
    7,
    ({ CreateOrderRequest }) => delete CreateOrderRequest!.properties!['lender_reference'],
  ],
  format: [['due_date'], 'next Tuesday', ({ Date }) => delete Date!['format']],
  pattern: [['loan', 'currency'], 'dollars', ({ Currency }) => delete Currency!['pattern']],
  minItems: [
    ['borrowers'],
    [],
    ({ CreateOrderRequest }) => delete CreateOrderRequest!.properties!['borrowers']!['minItems'],
  ],
}

t.test('the example of the contract is taken, and null for what may be left out', async (t) => {
  t.ok(takes(valid[0]))
  t.ok(takes({ ...valid[0], loan_type_code: null, notes: null }))
  t.notOk(takes({ ...valid[0], loan: null }), 'the loan may not be left out')
  t.notOk(takes({ ...valid[0], order_type_code: ' ' }), 'blank is as good as missing')
})

t.test('a constraint is held as long as the document has it', async (t) => {
  for (const [keyword, [path, value, change]] of Object.entries(changed)) {
    const body = structuredClone(valid[0])
    const owner = path.slice(0, -1).reduce((inner, step) => inner[step] as Record<string, unknown>, body)
    if (value === undefined) delete owner[path.at(-1)!]
    else owner[path.at(-1)!] = value
    t.notOk(takes(body), keyword)
    t.ok(takes(body, change), `${keyword} is gone`)
  }
})

t.test('other bodies follow their schemas as well', async (t) => {
  const long: Change = ({ SendMessageRequest }) => (SendMessageRequest!.properties!['subject']!['maxLength'] = 4)
  const message = { recipient: 'manager', body: 'Call ahead.', subject: 'Access', document_ids: ['no form of ours'] }
  t.ok(takes(message, undefined, 'sendMessage'))
  t.notOk(takes(message, long, 'sendMessage'))
  t.notOk(takes({ kind: 'correction', reason: ' ' }, undefined, 'createRevisionRequest'), 'a reason is asked for')
  t.notOk(takes({ to_status: 'nowhere' }, undefined, 'advanceOrder'))
})
