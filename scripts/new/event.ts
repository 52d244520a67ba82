// An event type: its row in the catalog, its schemas, and its name in every list of all types.
import { parse } from 'yaml'
import { fit, refuseExisting, todo, usageError, type Kind } from './kind.ts'
import { addToLists, afterLast, appendTo } from './text.ts'

const capitals = (type: string): string =>
  type.replaceAll(/(?:^|[._])([a-z])/g, (_all, letter: string) => letter.toUpperCase())

const row = (type: string): string => `  - type: ${type}
    raised_when: "${todo} what raises it."
    key_fields:
      - { name: todo, shape: text, nullable: true }
    specimen:
      todo: "${todo} a made-up value of each key field."
`

const webhook = (type: string): string => `  ${type}:
    post:
      tags: [events]
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

const schemas = (type: string): string => `    ${capitals(type)}Data:
      description: "${todo} the key fields."
      allOf:
        - $ref: '#/components/schemas/EventData'
        - type: object
          required: [todo]
          properties:
            todo: { $ref: '#/components/schemas/NullableText' }
    ${capitals(type)}Event:
      allOf:
        - $ref: '#/components/schemas/EventEnvelope'
        - type: object
          properties:
            type: { type: string, const: ${type} }
            data: { $ref: '#/components/schemas/${capitals(type)}Data' }
`

export const event: Kind = {
  usage: 'TYPE',
  plan([type], tree) {
    if (type === undefined) throw usageError('event', this.usage)
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
        [path, appendTo(text, 'event_types', row(type))],
        ['fixtures/enumerations.yaml', listed('fixtures/enumerations.yaml')],
        ['fixtures/control.yaml', listed('fixtures/control.yaml')],
        ['fixtures/openapi.yaml', appendTo(document, 'components', schemas(type))],
      ]),
      left: [
        `${path}: what raises ${type}, its key fields, and what a specimen of it says`,
        `fixtures/openapi.yaml: ${capitals(type)}Data and ${capitals(type)}Event; then npm run types`,
        `simulator/domain/: raises it, in the file of what happened; simulator/trigger/next-move.ts: how \`assay trigger\` brings it about`,
        `npm run new -- rule events.CLAIM …: that it is raised, and each key field (\`field:\` in the row gives the field its invariant)`,
        `npm run new -- check events.CLAIM RULE: that it is raised; npm run new -- defect NAME RULE: that it is not`,
        'npm run check: names the lists that do not have it',
      ],
    }
  },
}
