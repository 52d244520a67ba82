// `npm run new`: what it writes stands in its place and is valid, or fails for what is left to write alone.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import type { Test } from 'tap'
import { parse } from 'yaml'
import { copyTree } from './copy-tree.ts'
import { judgeOf, type Document } from './openapi-meaning.ts'
import { operationGroups, operationsNamed } from '../fixtures/operation-groups.ts'
import { writeScaffold } from '../scripts/new/write-scaffold.ts'

const tree = copyTree(t.testdir())
const read = (path: string): string => readFileSync(join(tree, path), 'utf8')
const data = <T>(path: string): T => parse(read(path)) as T
const make = (...words: string[]) => writeScaffold(tree, words)

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
;(addFormats as unknown as (ajv: Ajv2020, formats: string[]) => void)(ajv, ['date-time'])

/** What its schema has to say against a file, in the tree as it now is. */
const faults = (path: string, schema: string): string[] => {
  const { $id: _id, ...form } = data<Record<string, unknown>>(`fixtures/schemas/${schema}.schema.json`)
  const validate = ajv.compile(form)
  validate(data(path))
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** Rules that a scaffold wrote are whole but for the passages that they rest on. */
const ruleFaults = (area: string): string[] =>
  faults(`fixtures/rules/${area}.yaml`, 'rules').filter((fault) => !/\/rests_on\/0 must match pattern/.test(fault))

/** Examples of a component that break its schema. */
const unfitExamples = (component: string): unknown[] => {
  const document = data<Document>('fixtures/openapi.yaml')
  const { examples = [] } = (document.components['schemas'] as Record<string, { examples?: unknown[] }>)[component]!
  const judge = judgeOf(document)
  const schema = { $ref: `#/components/schemas/${component}` }
  return examples.length === 0 ? ['none'] : examples.filter((example) => !judge.accepts(schema, example))
}

const isOpenApi = async (t: Test): Promise<void> => {
  const { valid, errors } = await new Validator().validate(data<Record<string, unknown>>('fixtures/openapi.yaml'))
  t.ok(valid, 'the OpenAPI document is one', { errors })
}

const refuses = async (t: Test, words: string[], code: string): Promise<void> => {
  await t.rejects(writeScaffold(tree, words), { code, exitCode: 3 }, words.join(' '))
}

const named = (left: readonly string[], ...parts: string[]): string[] =>
  parts.filter((part) => !left.some((line) => line.includes(part)))

t.test('a rule is a row of its area', async (t) => {
  const path = 'fixtures/rules/list.yaml'
  const before = read(path)
  const { written, left } = await make('rule', 'list.orders-have-colours', 'listOrders')
  t.strictSame(written, [path])
  t.ok(read(path).startsWith(before.trimEnd()), 'what was there stays')
  const row = data<{ rules: { id: string; operations: unknown }[] }>(path).rules.at(-1)
  t.match(row, { id: 'list.orders-have-colours', operations: ['listOrders'], rests_on: [/^TODO: /] })
  t.strictSame(ruleFaults('list'), [])
  t.strictSame(named(left, 'npm run new -- check', 'npm run new -- defect', 'unobservable', 'npm run check'), [])
  await refuses(t, ['rule', 'list.orders-have-colours'], 'exists')
  await refuses(t, ['rule', 'colours.orders-have-some'], 'unknown_area')
  await refuses(t, ['rule', 'List Orders'], 'bad_name')
  await refuses(t, ['rule'], 'missing_argument')
})

t.test('a check is a file in its area', async (t) => {
  const path = 'conformance/checks/list/colours-are-shown.ts'
  const { written, left } = await make('check', 'list.colours-are-shown', 'list.orders-have-colours')
  t.strictSame(written, [path])
  t.match(read(path), /^\/\/ /)
  t.match(read(path), "id: 'list.colours-are-shown'")
  t.match(read(path), "'list.orders-have-colours'")
  t.strictSame(named(left, path, 'npm run conform -- --only list.colours-are-shown', 'npm run costs'), [])
  await refuses(t, ['check', 'list.colours-are-shown', 'list.orders-have-colours'], 'exists')
  await refuses(t, ['check', 'list.colours-are-many', 'list.orders-have-shapes'], 'unknown_rule')
  await refuses(t, ['check', 'colours.are-many', 'list.orders-have-colours'], 'unknown_area')
})

t.test('a claim is a row of the file of its scenario', async (t) => {
  const path = 'conformance/checks/actions/held-order.ts'
  const rule = 'actions.hold-moves-order-to-on-hold'
  const before = read(path)
  const { written, left } = await make('check', 'actions.held-order-is-green', 'held-order', rule)
  t.strictSame(written, [path])
  t.ok(read(path).startsWith(before.slice(0, before.lastIndexOf('})'))), 'what was there stays')
  t.match(
    read(path),
    /\n {2}'actions\.held-order-is-green': \{\n {4}verifies: \['actions\.hold-moves-order-to-on-hold'\],/,
  )
  t.strictSame(named(left, path, 'npm run conform -- --only actions.held-order-is-green', 'npm run costs'), [])
  await refuses(t, ['check', 'actions.held-order-is-green', rule], 'exists')
  await refuses(t, ['check', 'actions.held-order-is-red', 'held-orders', rule], 'unknown_scenario')
  await refuses(t, ['check', 'actions.held-order-is-red', 'other-statuses-refuse', rule], 'unknown_scenario')
  await refuses(t, ['check', 'actions.held-order-is-red', 'held-order'], 'missing_argument')
})

t.test('a defect is a row of its area', async (t) => {
  const path = 'proof/defects/list/order.ts'
  const { written, left } = await make('defect', 'orders-without-colours', 'list.orders-have-colours')
  t.strictSame(written, [path])
  t.match(read(path), /\n {2}'orders-without-colours': \{\n {4}breaks: 'list\.orders-have-colours',/)
  t.strictSame(named(left, path, 'npm run adequacy -- --defect orders-without-colours'), [])
  await refuses(t, ['defect', 'orders-without-colours', 'list.orders-have-colours'], 'exists')
  await refuses(t, ['defect', 'orders-without-shapes', 'list.orders-have-shapes'], 'unknown_rule')
  // In the file of the folder of its area that breaks this rule or the one most like it.
  await make('defect', 'order-reads-teapots', 'order.has-one-note-per-type')
  t.match(read('proof/defects/order/fields.ts'), /\n {4}'order-reads-teapots': \{\n/)
})

t.test('a field is a property that must be there, and a rule about it', async (t) => {
  const { written, left } = await make('field', 'Order.colour', 'order.has-colour', 'getOrder')
  t.strictSame(written, ['fixtures/openapi.yaml', 'fixtures/rules/order.yaml'])
  await isOpenApi(t)
  type Part = { required: string[]; properties: Record<string, unknown> }
  const schemas = () =>
    data<{ components: { schemas: Record<string, Part & { allOf: Part[] }> } }>(written[0]!).components.schemas
  t.ok(schemas()['Order']!.required.includes('colour'))
  t.hasOwnProp(schemas()['Order']!.properties, 'colour')
  const row = data<{ rules: { id: string }[] }>('fixtures/rules/order.yaml').rules.at(-1)
  t.match(row, { id: 'order.has-colour', operations: ['getOrder'], field: 'Order.colour', unconfirmed: /^TODO: / })
  t.strictSame(ruleFaults('order'), [])
  t.strictSame(named(left, 'simulator/behaviour/present.ts', 'record-openapi-meaning.js', 'npm run check'), [])
  t.strictSame(unfitExamples('Order'), [])
  const ofEvent = await make('field', 'OrderFeeChangedData.colour', 'events.fee-changed-has-colour')
  t.strictSame(named(ofEvent.left, 'specimen'), [])
  t.strictSame(named(ofEvent.left, 'row-shape.ts'), ['row-shape.ts'])
  t.notOk(ofEvent.left.some((line) => line.includes('fixtures/control.yaml')))
  const part = schemas()['OrderFeeChangedData']!.allOf.at(-1)!
  t.ok(part.required.includes('colour') && 'colour' in part.properties, 'of a component that is put together')
  await make('field', 'Ping.colour', 'transport.ping-has-colour')
  t.ok(schemas()['Ping']!.required.includes('colour'))
  await isOpenApi(t)
  await refuses(t, ['field', 'Order.colour', 'order.has-colours'], 'exists')
  const path = 'fixtures/openapi.yaml'
  // One that its author has written into the document before.
  const shapes = `    ShapeList:\n      type: object\n      required: [shapes]\n      properties:\n        shapes: { type: array }\n`
  writeFileSync(join(tree, path), read(path).replace(/^ {4}Parties:\n/m, `${shapes}$&`))
  const document = read(path)
  const known = await make('field', 'ShapeList.shapes', 'order.has-shapes')
  t.equal(read(path), document, 'is not changed')
  t.match(data<{ rules: object[] }>('fixtures/rules/order.yaml').rules.at(-1), { field: 'ShapeList.shapes' })
  t.strictSame(named(known.left, 'shown-fields.ts: where ShapeList is shown'), [], 'and nobody shows its component')
  t.strictSame(named(left, 'shown-fields.ts'), ['shown-fields.ts'])
  await refuses(t, ['field', 'Order.shape', 'order.has-colour'], 'exists')
  await refuses(t, ['field', 'Teapot.colour', 'order.has-colours'], 'unknown_component')
  await refuses(t, ['field', 'colour', 'order.has-colours'], 'bad_name')
  await refuses(t, ['field', 'Order.shape'], 'missing_argument')
})

t.test('a field is in the control port’s copy of a whole schema, and not in that of a part', async (t) => {
  const path = 'fixtures/control.yaml'
  const { written } = await make('field', 'Message.shade', 'messages.message-has-shade')
  t.ok(written.includes(path))
  type Described = { components: { schemas: Record<string, { required: string[] }> } }
  t.ok(data<Described>(path).components.schemas['Message']!.required.includes('shade'))
  t.strictSame(unfitExamples('Message'), [])
  const ofOrder = await make('field', 'Order.shade', 'order.has-shade')
  t.notOk([...ofOrder.written, ...ofOrder.left].some((line) => line.includes(path)))
})

t.test('a field that may be left out is not required, and no defect leaves it out', async (t) => {
  const path = 'proof/defects/generated/fields.ts'
  const { written, left } = await make('field', 'Dates.painted_at', 'order.painted-at-is-a-timestamp', '--optional')
  t.strictSame(written, ['fixtures/openapi.yaml', 'fixtures/rules/order.yaml', path])
  type Part = { required: string[]; properties: Record<string, unknown> }
  const { Dates } = data<{ components: { schemas: Record<string, Part> } }>('fixtures/openapi.yaml').components.schemas
  t.hasOwnProp(Dates!.properties, 'painted_at')
  t.notOk(Dates!.required.includes('painted_at'))
  t.match(read(path), /'order\.order-type-is-an-object',\n {2}'order\.painted-at-is-a-timestamp',\n/)
  t.match(data<{ rules: object[] }>('fixtures/rules/order.yaml').rules.at(-1), { field: 'Dates.painted_at' })
  t.strictSame(named(left, 'npm run new -- defect NAME order.painted-at', 'op.retype', 'permitted-reasons.ts'), [])
})

t.test('a field of a create is a property of the request, and rows that make its cases', async (t) => {
  const rows = () => data<{ rules: object[] }>('fixtures/rules/create.yaml').rules
  const bound = 'maxLength=40:create.servicer-beyond-40-refused'
  const { written, left } = await make(
    'field',
    'LoanInput.servicer',
    'create.servicer-may-be-left-out',
    bound,
    '--optional',
  )
  t.strictSame(written, ['fixtures/openapi.yaml', 'fixtures/rules/create.yaml'])
  t.strictSame(
    rows()
      .slice(-2)
      .map((row) => (row as { input: unknown }).input),
    [
      { path: 'loan.servicer', keyword: 'required', is: 'accepted' },
      { path: 'loan.servicer', keyword: 'maxLength', is: 'refused' },
    ],
  )
  type Part = { required: string[]; properties: Record<string, unknown> }
  const schemas = () =>
    data<{ components: { schemas: Record<string, Part> } }>('fixtures/openapi.yaml').components.schemas
  t.strictSame(schemas()['LoanInput']!.properties['servicer'], { type: 'string', maxLength: 40 })
  t.strictSame(schemas()['LoanInput']!.required, ['purpose'])
  t.strictSame(named(left, 'order-parts.ts', 'order-draft.ts'), [])
  await make('field', 'AddressInput.country', 'create.country-required')
  t.match(rows().at(-1), {
    input: [
      { path: 'property.address.country', keyword: 'required', is: 'refused' },
      { path: 'borrowers.*.address.country', keyword: 'required', is: 'refused' },
    ],
  })
  t.strictSame(schemas()['AddressInput']!.required, ['country'])
  await isOpenApi(t)
  t.strictSame(ruleFaults('create'), [])
  await refuses(t, ['field', 'LoanInput.lien', 'create.servicer-may-be-left-out'], 'exists')
  await refuses(t, ['field', 'LoanInput.lien', 'create.lien-required', 'maxLength:40'], 'bad_name')
})

t.test('an event is in the catalog, in the OpenAPI document and in every list', async (t) => {
  const { written, left } = await make('event', 'order.colour_changed', 'colour', 'painted_at:timestamp')
  t.match(data<{ event_types: { type: string }[] }>('fixtures/webhooks.yaml').event_types.at(-1), {
    type: 'order.colour_changed',
    key_fields: [
      { name: 'colour', shape: 'text', nullable: true },
      { name: 'painted_at', shape: 'timestamp', nullable: false },
    ],
    specimen: { colour: String, painted_at: '<now>' },
  })
  t.strictSame(faults('fixtures/webhooks.yaml', 'webhooks'), [])
  await isOpenApi(t)
  const document = data<{ webhooks: object; components: { schemas: object } }>('fixtures/openapi.yaml')
  t.hasOwnProp(document.webhooks, 'order.colour_changed')
  t.match((document.components.schemas as Record<string, unknown>)['OrderColourChangedData'], {
    allOf: [{}, { required: ['colour', 'painted_at'], properties: { painted_at: { $ref: /Timestamp$/ } } }],
  })
  t.strictSame(unfitExamples('OrderColourChangedEvent'), [])
  for (const path of written) {
    const lines = (type: string) =>
      read(path)
        .split('\n')
        .filter((line) => line.trim() === `- ${type}`).length
    t.equal(lines('order.colour_changed'), lines('order.fee_changed'), path)
  }
  const rows = data<{ rules: { id: string }[] }>('fixtures/rules/events.yaml').rules.slice(-2)
  t.match(rows, [
    { id: 'events.colour-changed-has-colour', field: 'OrderColourChangedData.colour' },
    { id: 'events.colour-changed-has-painted-at', field: 'OrderColourChangedData.painted_at', text: /`painted_at`/ },
  ])
  t.strictSame(ruleFaults('events'), [])
  const owed = ['conformance/model/events.ts', 'simulator/behaviour/events.ts', 'company-moves-raise-their-events.ts']
  t.strictSame(named(left, 'simulator/orders/', 'specimen', 'npm run new -- rule', ...owed), [])
  await refuses(t, ['event', 'order.colour_changed', 'colour'], 'exists')
  await refuses(t, ['event', 'Colour', 'colour'], 'bad_name')
  await refuses(t, ['event', 'order.shape_changed'], 'missing_argument')
  await refuses(t, ['event', 'order.shape_changed', 'shape:round'], 'unknown_shape')
})

t.test('a status is in the life cycle and in every list; its cells are left', async (t) => {
  const { left } = await make('status', 'being_painted')
  t.match(data<{ statuses: { code: string }[] }>('fixtures/lifecycle.yaml').statuses.at(-1), { code: 'being_painted' })
  const cells = faults('fixtures/lifecycle.yaml', 'lifecycle')
  t.strictSame(
    cells.toSorted(),
    ['amend', 'cancel', 'hold', 'resume', 'revision_request'].map(
      (action) => `/cells/${action} must have required property 'being_painted'`,
    ),
  )
  await isOpenApi(t)
  t.strictSame(named(left, 'cells', 'transitions', 'advance', 'npm run check'), [])
  await refuses(t, ['status', 'being_painted'], 'exists')
})

t.test('an operation is in the OpenAPI document, and served', async (t) => {
  const path = 'simulator/http/operations/list-colours.ts'
  const { written, left } = await make('operation', 'listColours', 'get', '/orders/{order_id}/colours')
  t.strictSame(
    written.filter((name) => !name.startsWith('fixtures/')),
    [path, 'simulator/http/operations/index.ts'],
  )
  await isOpenApi(t)
  const { paths } = data<{ paths: Record<string, Record<string, unknown>> }>('fixtures/openapi.yaml')
  t.match(paths['/orders/{order_id}/colours'], {
    parameters: [{ $ref: '#/components/parameters/OrderId' }],
    get: { operationId: 'listColours', tags: ['orders'], responses: { 400: {}, 401: {}, 403: {}, 404: {} } },
  })
  t.match(read('simulator/http/operations/index.ts'), /listColours,\n\]/)
  t.strictSame(named(left, path, 'npm run check', 'grand-walk.ts', 'probes.ts'), [])
  await make('operation', 'dropWebhook', 'POST', '/webhook')
  const beside = data<{ paths: Record<string, Record<string, unknown>> }>('fixtures/openapi.yaml').paths['/webhook']!
  t.strictSame(Object.keys(beside), ['get', 'put', 'post'], 'beside the others of its path')
  await refuses(t, ['operation', 'listColours', 'get', '/colours'], 'exists')
  await refuses(t, ['operation', 'dropColours', 'fetch', '/shapes'], 'bad_name')
})

t.test('an operation is in the groups that rules name, and the lists that may need it are said', async (t) => {
  const before = read('fixtures/rules/auth.yaml')
  const { written, left } = await make('operation', 'listShapes', 'GET', '/orders/{order_id}/shapes')
  t.strictSame(
    written.filter((path) => path.startsWith('fixtures/')),
    ['fixtures/openapi.yaml'],
  )
  t.equal(read('fixtures/rules/auth.yaml'), before)
  const document = data<Parameters<typeof operationsNamed>[1]>('fixtures/openapi.yaml')
  for (const group of operationGroups) t.ok(operationsNamed(group, document).includes('listShapes'), group)
  const lists = left.find((line) => line.startsWith('fixtures/: these lists'))!
  for (const id of ['auth.lender-scope-opens-nothing-outside-the-account', 'transport.head-requests'])
    t.match(lists, id)
  t.notMatch(lists, /auth\.missing-token-is-refused|documents\./)
})

t.test('a rule that an operation is served has its check in a table, and its defect', async (t) => {
  const { left } = await make('rule', 'transport.serves-get-shapes', 'listShapes')
  t.strictSame(named(left, 'grand-walk.ts', 'every-operation-is-served.ts', 'npm run costs'), [])
  t.notOk(left.some((line) => line.includes('npm run new')))
})

t.test('a role is in the list of roles, which the types follow', async (t) => {
  const schema = read('fixtures/schemas/target-profile.schema.json')
  const { written, left } = await make('role', 'paints_houses')
  const alike = (text: string) => text.replace(/,\n {8}"paints_houses": \{[^}]*\}/, '')
  t.equal(alike(read('fixtures/schemas/target-profile.schema.json')), schema, 'nothing else of the schema changes')
  t.strictSame(
    written.filter((path) => path.endsWith('.ts')),
    ['fixtures/roles.ts'],
  )
  t.strictSame(
    written.filter((path) => !read(path).includes('paints_houses')),
    [],
  )
  t.match(read('docs/target-profile.md'), /^\| `no_appraiser_messages` .*\n\| `paints_houses` /m)
  const profile = { sandbox_base_url: 'https://sandbox.example.com/v1', credentials: {} }
  const credential = { client_id: 'cli_1', client_secret: 'a', environment: 'sandbox' }
  const validate = ajv.compile(data<object>('fixtures/schemas/target-profile.schema.json'))
  t.ok(validate({ ...profile, credentials: { main: credential, paints_houses: credential } }))
  t.notOk(validate({ ...profile, credentials: { main: credential, paints_boats: credential } }))
  t.strictSame(named(left, 'fixtures/worlds/demo.yaml', "needs: ['role:paints_houses']"), [])
  await refuses(t, ['role', 'paints_houses'], 'exists')
})

t.test('a name that there is not brings the nearest ones', async (t) => {
  const meant = async (message: RegExp, ...words: string[]) => t.rejects(writeScaffold(tree, words), { message })
  await meant(/ordr is none; did you mean order\?/, 'check', 'ordr.is-red', 'order.has-id')
  await meant(/zzz is none; choose one of account, /, 'check', 'zzz.is-red', 'order.has-id')
  await meant(/did you mean messages\?/, 'rule', 'mesages.are-red')
  await meant(/did you mean order\.has-id/, 'check', 'order.is-red', 'order.has-ids')
  await meant(/did you mean [^?]*OrderListItem/, 'field', 'OrderItem.colour', 'order.has-colour-of-loan')
})

t.test('another kind is refused', async (t) => {
  await refuses(t, ['colour', 'red'], 'unknown_kind')
  await refuses(t, [], 'unknown_kind')
  for (const name of ['limit', 'error', 'transition', 'freedom']) await refuses(t, [name, 'x'], 'no_scaffold')
  await t.rejects(writeScaffold(tree, ['evnt', 'order.painted']), { message: /did you mean event\?/ })
})
