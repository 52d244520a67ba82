// The kinds of faults with the fields of each, as the document of the control port describes them: what the form of the console is made of.
import { readFixture } from '../contract/contract.ts'

type Property = {
  type?: string
  const?: string
  enum?: (string | number)[]
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
}

type Schema = { description: string; required: string[]; properties: Record<string, Property> }

type Document = { components: { schemas: Record<string, Schema> & { Fault: { oneOf: { $ref: string }[] } } } }

/** What says for which calls or attempts, and when: the form asks for it once, whatever the kind. */
const common = new Set([
  'kind',
  'operation',
  'client_id',
  'environment',
  'event_type',
  'lender_id',
  'order_id',
  'attempt',
  'nth',
  'every',
  'probability',
  'seed',
  'times',
  'expires_in',
  'expires_clock',
])

type Field = Omit<Property, 'const'> & { name: string; required: boolean }

type FaultKind = { kind: string; description: string; strikes: 'calls' | 'deliveries'; fields: Field[] }

const kindOf = ({ description, required, properties }: Schema): FaultKind => ({
  kind: properties['kind']!.const!,
  description,
  strikes: 'operation' in properties ? 'calls' : 'deliveries',
  fields: Object.entries(properties)
    .filter(([name]) => !common.has(name))
    .map(([name, property]) => ({ ...property, name, required: required.includes(name) })),
})

export const faultKinds = (): FaultKind[] => {
  const { schemas } = (readFixture('control.yaml') as Document).components
  return schemas.Fault.oneOf.map(({ $ref }) => kindOf(schemas[$ref.split('/').at(-1)!]!))
}
