// Every value that the service shows, by the document of the contract, and where the table of known values has its truth.
import { fixtureNames, loadFixture } from './fixture-files.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  items?: Schema
  properties?: Record<string, Schema>
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}
type Body = { content?: Record<string, { schema?: Schema }> }
type Operation = { responses?: Record<string, Body & { $ref?: string }>; requestBody?: Body }
type Document = {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Body> }
}

type Row = {
  id: string
  field?: string
  known_from?: Record<string, string[]>
  unconfirmed?: string
}

/** Values whose truth stands elsewhere: where, and the rule that a wrong one violates. */
type Confirmed = { value: string; from: string; rule: string }

type KnownValues = { confirmed: Confirmed[]; unconfirmed: Record<string, string> }

export const knownValues = (): KnownValues => {
  const rows = fixtureNames()
    .filter((name) => name.startsWith('rules/'))
    .flatMap((name) => loadFixture<{ rules: Row[] }>(name).rules)
  const ofRules = rows.flatMap(({ field, unconfirmed }) => (unconfirmed === undefined ? [] : [[field!, unconfirmed]]))
  return {
    confirmed: rows.flatMap(({ id: rule, known_from = {} }) =>
      Object.entries(known_from).flatMap(([from, values]) => values.map((value) => ({ value, from, rule }))),
    ),
    unconfirmed: { ...loadFixture<KnownValues>('known-values.yaml').unconfirmed, ...Object.fromEntries(ofRules) },
  }
}

const scalar = new Set(['string', 'number', 'integer', 'boolean', 'null'])
const nameOf = (ref: string): string => ref.split('/').at(-1)!
const branchesOf = ({ allOf = [], anyOf = [], oneOf = [] }: Schema): Schema[] => [...allOf, ...anyOf, ...oneOf]

/** An event by its type is an envelope, and a refusal of an action an error. */
const holderOf = (component: string): string =>
  component.replace(/^Order[A-Za-z]+Event$/, 'EventEnvelope').replace(/^(?:Action|Advance)Refusal$/, 'Error')

/** `Component.property` of each value that no object or list is; `Component.property.*` of the entries of a list. */
export const shownValues = (): string[] => {
  const document = loadFixture<Document>('openapi.yaml')
  const { schemas, responses } = document.components
  const found = new Set<string>()
  const walked = new Set<string>()
  const isScalar = (schema: Schema): boolean => {
    if (schema.$ref !== undefined) return isScalar(schemas[nameOf(schema.$ref)]!)
    const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
    if (branches.length > 0) return branches.every(isScalar)
    const types = [schema.type ?? []].flat()
    return types.length > 0 && types.every((type) => scalar.has(type))
  }
  const walk = (schema: Schema, holder: string): void => {
    const component = schema.$ref && nameOf(schema.$ref)
    if (component !== undefined) {
      if (walked.has(component)) return
      walked.add(component)
      return walk(schemas[component]!, holderOf(component))
    }
    for (const part of [...branchesOf(schema), schema.items]) if (part) walk(part, holder)
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (isScalar(property)) found.add(`${holder}.${name}`)
      else if (property.items && isScalar(property.items)) found.add(`${holder}.${name}.*`)
      else walk(property, holder)
    }
  }
  const bodies = [
    ...Object.values(document.paths)
      .flatMap(Object.values<Operation>)
      .flatMap((one) => Object.values(one.responses ?? {})),
    ...Object.values(document.webhooks)
      .flatMap(Object.values<Operation>)
      .flatMap((one) => one.requestBody ?? []),
  ]
  for (const body of bodies) {
    const { $ref } = body as { $ref?: string }
    const { content = {} } = $ref === undefined ? body : responses[nameOf($ref)]!
    for (const { schema } of Object.values(content)) if (schema) walk(schema, '')
  }
  return [...found].filter((field) => !field.startsWith('.')).toSorted()
}
