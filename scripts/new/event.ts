// An event type: its row in the catalog, its schemas, its name in every list of all types, and a rule for each key field.
import { parse } from 'yaml'
import { CodedError } from '../../conformance/contract/coded-error.ts'
import { fit, recordMeaning, refuseExisting, todo, usageError, type Kind, type Tree } from './kind.ts'
import { aboutField, withRule } from './rule.ts'
import { addToLists, afterLast, appendTo } from './text.ts'

const capitals = (type: string): string =>
  type.replaceAll(/(?:^|[._])([a-z])/g, (_all, letter: string) => letter.toUpperCase())

/** What is said of a key field by its shape: in the catalog, in the OpenAPI document, and in a specimen. */
const shapes: Readonly<Record<string, { shape: string; nullable: boolean; schema: string; specimen: string }>> = {
  text: { shape: 'text', nullable: true, schema: 'NullableText', specimen: `"${todo} a made-up text."` },
  timestamp: { shape: 'timestamp', nullable: false, schema: 'Timestamp', specimen: '<now>' },
  date: { shape: 'date', nullable: false, schema: 'Date', specimen: '<in 10 days>' },
  money: { shape: 'money', nullable: true, schema: 'NullableMoney', specimen: "'575.00'" },
  status: {
    shape: 'status object',
    nullable: false,
    schema: 'Status',
    specimen: '{ code: new, label: New Order, changed_at: <now> }',
  },
}

/** A specimen with dates of the moment that an example shows. */
const example = (specimen: string): string =>
  specimen.replace('<now>', "'2026-03-03T00:45:33Z'").replace('<in 10 days>', "'2026-03-13'")

type KeyField = { name: string; of: (typeof shapes)[string] }

/** From `FIELD` or `FIELD:SHAPE`. @throws CodedError */
const keyField = (given: string): KeyField => {
  const [name = '', shape = 'text'] = given.split(':')
  fit('key field', name, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'completed_at')
  if (Object.hasOwn(shapes, shape)) return { name, of: shapes[shape]! }
  throw new CodedError(
    'unknown_shape',
    `The shape of ${name} must be one of ${Object.keys(shapes).join(', ')}; it is ${shape}. Give one of them, and change its rows after.`,
  )
}

const row = (type: string, fields: readonly KeyField[]): string => `  - type: ${type}
    raised_when: "${todo} what raises it."
    key_fields:
${fields.map(({ name, of: { shape, nullable } }) => `      - { name: ${name}, shape: ${shape}, nullable: ${nullable} }\n`).join('')}    specimen:
${fields.map(({ name, of: { specimen } }) => `      ${name}: ${specimen}\n`).join('')}`

const webhook = (type: string): string => `  ${type}:
    post:
      operationId: on${capitals(type)}
      tags: [notifications]
      summary: "${todo} what happened."
      security: []
      parameters:
        - $ref: '#/components/parameters/WebhookEventId'
        - $ref: '#/components/parameters/WebhookEventType'
        - $ref: '#/components/parameters/WebhookSignature'
        - $ref: '#/components/parameters/WebhookUserAgent'
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/${capitals(type)}Event' }
      responses:
        '2XX': { $ref: '#/components/responses/DeliveryAccepted' }
        '401': { $ref: '#/components/responses/DeliveryUnverified' }
        default: { $ref: '#/components/responses/DeliveryFailed' }
`

const inTheFeed = (type: string): string => `        - if:
            type: object
            required: [type]
            properties:
              type: { const: ${type} }
          then:
            properties:
              data: { $ref: '#/components/schemas/${capitals(type)}Data' }
`

const schemas = (type: string, fields: readonly KeyField[]): string => `    ${capitals(type)}Data:
      description: "${todo} the key fields."
      allOf:
        - $ref: '#/components/schemas/EventData'
        - type: object
          required: [${fields.map(({ name }) => name).join(', ')}]
          properties:
${fields.map(({ name, of: { schema } }) => `            ${name}: { $ref: '#/components/schemas/${schema}' }`).join('\n')}
    ${capitals(type)}Event:
      allOf:
        - $ref: '#/components/schemas/EventEnvelope'
        - type: object
          properties:
            type: { type: string, enum: [${type}] }
            data: { $ref: '#/components/schemas/${capitals(type)}Data' }
      examples:
        - id: evt_01KJR5X9W2D7B4ZQN6C1RHMTVE
          type: ${type}
          created_at: '2026-03-03T00:45:33Z'
          api_version: 1.0.0
          data:
            order_id: ord_01KJQ4M8T2ZC6R9W3XVB7HDNEP
            order_number: 26-01873
${fields.map(({ name, of: { specimen } }) => `            ${name}: ${example(specimen)}`).join('\n')}
`

const hyphened = (name: string): string => name.replace('order.', '').replaceAll(/[._]/g, '-')

/** The file of rules with a row for each key field, whose check and defect follow from it. */
const withRules = (tree: Tree, type: string, fields: readonly KeyField[]): [path: string, text: string] =>
  fields.reduce<[string, string]>(
    ([path, text], { name }) =>
      withRule(
        { ...tree, read: (one) => (one === path ? text : tree.read(one)) },
        `events.${hyphened(type)}-has-${hyphened(name)}`,
        ['listEvents'],
        aboutField(`${capitals(type)}Data.${name}`),
      ),
    ['', ''],
  )

export const event: Kind = {
  usage: 'TYPE FIELD[:SHAPE] …',
  plan([type, ...given], tree) {
    if (type === undefined || given.length === 0) throw usageError('event', this.usage)
    const fields = given.map(keyField)
    fit('event', type, /^[a-z]+\.[a-z]+(_[a-z]+)*$/, 'order.fee_changed')
    const path = 'fixtures/webhooks.yaml'
    const text = tree.read(path)
    const types = (parse(text) as { event_types: { type: string }[] }).event_types.map((one) => one.type)
    refuseExisting(types.includes(type), 'event', type, path)
    const listed = (name: string): string => addToLists(tree.read(name), types, type)
    const document = appendTo(
      afterLast(
        listed('fixtures/openapi.yaml'),
        /^ {14}data: \{ \$ref: '#\/components\/schemas\/\w+Data' \}$/,
        inTheFeed(type),
      ),
      'webhooks',
      webhook(type),
    )
    return {
      writes: new Map([
        [path, appendTo(text, 'event_types', row(type, fields))],
        ['fixtures/control.yaml', listed('fixtures/control.yaml')],
        withRules(tree, type, fields),
        ['fixtures/openapi.yaml', appendTo(document, 'components', schemas(type, fields))],
      ]),
      left: [
        `${path}: what raises ${type}, which of its fields may be null, and what a specimen of it says; <now>, <in N days> and <order_id> stand for values of the moment`,
        `fixtures/openapi.yaml: ${capitals(type)}Data and ${capitals(type)}Event`,
        'fixtures/rules/events.yaml: source, `rests_on` and text of the rule of each key field, and `known_from` or `unconfirmed`; its check and its defect are there',
        'simulator/behaviour/events.ts: its data; simulator/orders/: raises it, a move of the status in moveStatus of change-order.ts',
        'simulator/cli/trigger/next-move.ts: how `assay trigger` brings it about, where an act of the company raises it',
        'conformance/model/events.ts: the actions that must raise it once, with its rules in eventRules; else the walk reports an unexpected event',
        'fixtures/lifecycle.yaml: in `events:` of a transition, where that transition raises it always',
        `npm run new -- rule events.CLAIM …: that it is raised; its id in \`raised\` of conformance/model/events.ts, or in conformance/checks/events/company-moves-raise-their-events.ts; \`npm run conform -- --only\` shows that it is tested there`,
        `npm run new -- defect NAME RULE: that it is not raised, by \`op.unraised\``,
        recordMeaning,
        'npm run check: names the lists that do not have it',
        `npm run soundness -- --readings grouped: no reading makes a check of it fail`,
      ],
    }
  },
}
