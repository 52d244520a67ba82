// An exported world goes on elsewhere as it would have gone on here; a damaged or foreign one changes nothing.
import t from 'tap'
import type { Test } from 'tap'
import type { WorldFile } from '../../simulator/simulator.ts'
import { checksumOf } from '../../simulator/snapshots/world-file.ts'
import { minimal } from './samples.ts'
import { act, see, started, startHook } from './world-acts.ts'

const worked = async (t: Test, seed: number) => {
  const first = await started(t)
  const webhook = { url: await startHook(t), secret: 's'.repeat(32), enabled: true, events: ['*'] }
  await first.port.company('PUT', '/lenders/len_bluestem/webhooks/sandbox', webhook)
  await act(first.port, first.simulator, seed, 30)
  const { body } = await first.port.lender('POST', '/orders', minimal(first.simulator.clock.now()))
  await first.port.company('POST', `/orders/${body.id}/deliver`, {})
  await first.port.company('POST', `/orders/${body.id}/messages`, { from: 'manager', body: 'Not taken.' })
  await first.simulator.idle()
  return first
}

/** The attempts of the past are in no file. */
const seen = async (port: Parameters<typeof see>[0]) => {
  const { attempts: _attempts, ...rest } = await see(port)
  return rest
}

t.test('another simulator goes on with all that there was', async (t) => {
  const seed = 11
  const { simulator, port } = await worked(t, seed)
  const before = await seen(port)
  t.ok(before.clock.total > 0 && before.details.some(({ hashes }: { hashes: string[] }) => hashes.length > 0))
  const file = JSON.stringify(await simulator.export())
  const other = await started(t)
  await act(other.port, other.simulator, 99, 10)
  await simulator.snapshot()
  const counts = await other.simulator.import(file)
  t.match(counts, { now: before.clock.now, orders: before.orders.length, events: before.events.length })
  t.equal((await other.port.lender('GET', '/account')).status, 401, 'a token from before the import is nobody’s')
  await other.port.signIn()
  t.strictSame(await seen(other.port), before, 'shown alike')
  const answers = await act(port, simulator, seed, 12)
  t.strictSame(await act(other.port, other.simulator, seed, 12), answers, 'answered alike')
  const [here, there] = [await seen(port), await seen(other.port)]
  for (const { hashes } of [...here.details, ...there.details]) hashes.length = 0
  t.strictSame(there, here, 'and come to the same')
  await other.simulator.reset()
  t.equal((await other.port.company('GET', '/orders')).body.total, 0)
  t.strictSame(other.simulator.profile().credentials, simulator.profile().credentials)
})

t.test('tokens and links of the exported world work where it is imported', async (t) => {
  const { simulator } = await worked(t, 13)
  const { client_id, client_secret } = simulator.profile().credentials.main
  const grant = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const { access_token } = (await (
    await fetch(`${simulator.sandboxUrl}/oauth/token`, { method: 'POST', body: grant })
  ).json()) as { access_token: string }
  const other = await started(t)
  await other.simulator.import(await simulator.export())
  const answer = await fetch(`${other.simulator.sandboxUrl}/account`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  t.equal(answer.status, 200)
})

t.test('without documents it is taken where they are still there', async (t) => {
  const { simulator, port } = await worked(t, 14)
  const before = await seen(port)
  const file = await simulator.export({ documents: 'none' })
  t.strictSame(file.files, {})
  await act(port, simulator, 5, 10)
  await simulator.import(file)
  t.strictSame(await seen(port), before)
  const other = await started(t)
  const there = await seen(other.port)
  await t.rejects(other.simulator.import(file), { code: 'world_incomplete', message: /no bytes of document doc_/ })
  t.strictSame(await seen(other.port), there)
})

type Rows = Record<string, unknown>[]

t.test('a field that the exporting version did not have is null', async (t) => {
  const { simulator, port } = await started(t)
  await act(port, simulator, 17, 10)
  const draft = minimal(simulator.clock.now()) as { loan: object }
  const sent = {
    ...draft,
    appraiser_instructions: 'Call ahead.',
    loan: { ...draft.loan, investor: 'Harbor Pension Fund' },
  }
  const { body: placed } = await port.lender('POST', '/orders', sent)
  const file = await simulator.export()
  const older = structuredClone(file)
  const order = (older.tables['orders'] as Rows).find(({ id }) => id === placed.id)!
  delete order['appraiser_instructions']
  delete (order['loan'] as Record<string, unknown>)['investor']
  for (const row of older.tables['documents'] as Rows) delete row['description']
  older.checksum = checksumOf(older as Parameters<typeof checksumOf>[0]).sum
  const asSent = structuredClone(older)
  for (const turn of ['once', 'once more']) {
    await simulator.import(older)
    await port.signIn()
    const { body } = await port.lender('GET', `/orders/${placed.id}`)
    t.strictSame(body, { ...placed, appraiser_instructions: null, loan: { ...placed.loan, investor: null } }, turn)
  }
  t.strictSame(older, asSent, 'the file stays as it is')
})

t.test('what is foreign, new, damaged or of other ids is refused, and nothing has changed', async (t) => {
  const { simulator, port } = await worked(t, 15)
  const draft = minimal(simulator.clock.now()) as { loan: object }
  const { body: delivered } = await port.lender('POST', '/orders', { ...draft, loan: { ...draft.loan, number: '7' } })
  await port.company('POST', `/orders/${delivered.id}/deliver`, {})
  const asked = { kind: 'correction', reason: 'The garage is missing.' }
  t.equal((await port.lender('POST', `/orders/${delivered.id}/revision-requests`, asked)).status, 201)
  const file = await simulator.export()
  await act(port, simulator, 5, 5)
  const before = await seen(port)
  const rowsOf = ({ tables }: WorldFile, name: string): Rows => tables[name]!
  const [product] = rowsOf(file, 'companies')[0]!['catalog'] as Rows
  const orderType = rowsOf(file, 'orders')[0]!['order_type'] as object
  const { roles, lenders } = file.world as { roles: object; lenders: { id: string }[] }
  const changed = (change: (copy: WorldFile) => void, keepsChecksum = false): WorldFile => {
    const copy = structuredClone(file)
    change(copy)
    if (!keepsChecksum) delete copy.checksum
    return copy
  }
  const cases: [string, WorldFile | string, string, RegExp][] = [
    ['no JSON', 'not JSON', 'world_foreign', /format assay-simulator-world/],
    ['a list', '[]', 'world_foreign', /format/],
    ['a report', JSON.stringify({ format: 'assay-report', version: 1 }), 'world_foreign', /GET \/world/],
    ['a text cut off', JSON.stringify(file).slice(0, -20), 'world_foreign', /format/],
    ['a later version', changed((copy) => (copy.version = 2)), 'world_too_new', /format version 2/],
    [
      'another fee',
      changed((copy) => (rowsOf(copy, 'orders')[0]!['fees'] = { appraisal_fee: '1.00', currency: 'USD' }), true),
      'world_damaged',
      /checksum/,
    ],
    [
      'another letter of a file',
      changed((copy) => {
        const [id, text] = Object.entries(copy.files)[0]!
        copy.files[id] = `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`
      }, true),
      'world_damaged',
      /checksum/,
    ],
    ['a table that is missing', changed((copy) => delete copy.tables['events']), 'world_damaged', /events/],
    ['a table more', changed((copy) => (copy.tables['cats'] = [])), 'world_damaged', /cats/],
    [
      'a field that is missing',
      changed((copy) => delete rowsOf(copy, 'orders')[0]!['status']),
      'world_damaged',
      /tables.orders.0 .*status/,
    ],
    [
      'a field within',
      changed((copy) => (rowsOf(copy, 'orders')[0]!['property'] = {})),
      'world_damaged',
      /tables.orders.0.property .*address/,
    ],
    [
      'one row twice',
      changed((copy) => rowsOf(copy, 'orders').push(rowsOf(copy, 'orders')[0]!)),
      'world_damaged',
      /one key/,
    ],
    ['an order of no company', changed((copy) => (copy.tables['companies'] = [])), 'world_damaged', /no company/],
    ['no main credential', changed((copy) => (copy.tables['clients'] = [])), 'world_damaged', /roles.main/],
    [
      'a file too short',
      changed((copy) => (copy.files[Object.keys(copy.files)[0]!] = 'AAAA')),
      'world_damaged',
      /bytes/,
    ],
    ['no instant', changed((copy) => (copy.now = 'noon')), 'world_damaged', /instant/],
    ['a year before the first', changed((copy) => (copy.now = '0000-06-01T00:00:00Z')), 'world_damaged', /years 1 to/],
    ['a year after the last', changed((copy) => (copy.now = '9900-06-01T00:00:00Z')), 'world_damaged', /years 1 to/],
    ...['constructor', '__proto__', 'toString', 'unheard_of'].map((code): [string, WorldFile, string, RegExp] => [
      `a status ${code}`,
      changed((copy) => ((rowsOf(copy, 'orders')[0]!['status'] as { code: string }).code = code)),
      'world_damaged',
      new RegExp(`order ord_\\w+ has the status "${code}"`),
    ]),
    [
      'a street that no text can be made of',
      changed((copy) => {
        const { address } = rowsOf(copy, 'orders')[0]!['property'] as { address: Record<string, unknown> }
        address['street'] = { toString: 1 }
      }),
      'world_damaged',
      /order ord_\w+ cannot be read/,
    ],
    [
      'an account in two lines',
      changed((copy) => (rowsOf(copy, 'orders')[0]!['account'] = 'len\n::error::no')),
      'world_damaged',
      /no lender "len\\n::error::no"/,
    ],
    [
      'a due date that is none',
      changed((copy) => (rowsOf(copy, 'orders')[0]!['due_date'] = 'toString')),
      'world_damaged',
      /the due date "toString", where a date was expected/,
    ],
    ...['x 1', '1', '2031-02-30', '2031-2-3', '2031-02-03T00:00:00Z'].map(
      (date): [string, WorldFile, string, RegExp] => [
        `the due date ${date}`,
        changed((copy) => (rowsOf(copy, 'orders')[0]!['due_date'] = date)),
        'world_damaged',
        new RegExp(`the due date "${date}", where a date was expected`),
      ],
    ),
    [
      'a label that no text can be made of',
      changed((copy) => (rowsOf(copy, 'companies')[0]!['status_labels'] = { new: { toString: 1, valueOf: 1 } })),
      'world_damaged',
      /the label "new" .*toString.*, where a text was expected/,
    ],
    [
      'a status before, __proto__',
      changed((copy) => (rowsOf(copy, 'orders')[0]!['previous_status'] = '__proto__')),
      'world_damaged',
      /the status "__proto__"/,
    ],
    ...(['documents', 'orders', 'events', 'lenders'] as const).flatMap((table) =>
      ['../x', '..', 'a/b', '', 'a\u0000'].map((id): [string, WorldFile, string, RegExp] => [
        `the id ${JSON.stringify(id)} in ${table}`,
        changed((copy) => (rowsOf(copy, table)[0]!['id'] = id)),
        'world_damaged',
        new RegExp(`the id ".*" in ${table} was expected`),
      ]),
    ),
    ...[-62_135_596_800_001, 253_402_300_800_000].map((at): [string, WorldFile, string, RegExp] => [
      `an order made at ${at}`,
      changed((copy) => (rowsOf(copy, 'orders')[0]!['created_at'] = at)),
      'world_damaged',
      /created_at of tables.orders.0 was expected in the years 1 to 9899/,
    ]),
    [
      'a status changed in the year 0',
      changed((copy) => ((rowsOf(copy, 'orders')[0]!['status'] as { changed_at: number }).changed_at = -7e13)),
      'world_damaged',
      /changed_at of tables.orders.0/,
    ],
    ...(
      [
        [
          'an entry of a catalog that is a number',
          'companies',
          { catalog: [1] },
          /companies.0.catalog.0 must be object/,
        ],
        ['an empty entry of a catalog', 'companies', { catalog: [{}] }, /companies.0.catalog.0 .*'code'/],
        [
          'a purpose that is a number',
          'companies',
          { catalog: [{ ...product, loan_purposes: [7] }] },
          /loan_purposes.0/,
        ],
        ['an add-on that is null', 'companies', { catalog: [{ ...product, add_ons: [null] }] }, /add_ons.0/],
        ['a kind of revision', 'revisions', { kind: 'zzz' }, /revision request rr_\w+ has the kind "zzz"/],
        ['a status of a revision', 'revisions', { status: '__proto__' }, /rr_\w+ has the status "__proto__"/],
        ['a response that is null', 'revisions', { responses: [null] }, /revisions.0.responses.0 must be object/],
        ['an empty response', 'revisions', { responses: [{}] }, /revisions.0.responses.0 .*'id'/],
        ['an id that is none', 'messages', { document_ids: [{}] }, /messages.0.document_ids.0 must be string/],
      ] as const
    ).map(([name, table, fields, said]): [string, WorldFile, string, RegExp] => [
      name,
      changed((copy) => Object.assign(rowsOf(copy, table)[0]!, fields)),
      'world_damaged',
      said,
    ]),
    ...(
      [
        ['lenders', { billing: 'monthly' }, /lender \w+ has the billing "monthly", where one of invoiced, card was/],
        ['clients', { environment: 'staging' }, /credential \w+ has the environment "staging"/],
        ['companies', { currency: '$' }, /company \w+ has the currency "\$", where three capital letters were/],
        ['companies', { status_labels: { nowhere: 'Lost' } }, /company \w+ has a label for the status "nowhere"/],
        ['companies', { status_labels: { new: 7 } }, /company \w+ has the label "new" "7", where a text was/],
        [
          'companies',
          { catalog: [{ ...product, report_format: 'pdf' }] },
          /product "\w+" of .* report format "pdf", where/,
        ],
        [
          'companies',
          { catalog: [{ ...product, fee: '5' }] },
          /has the fee "5", where a decimal number with two places/,
        ],
        [
          'companies',
          { catalog: [{ ...product, add_ons: [{ code: 'x', name: 'X', fee: '-1.00', requires_adu: false }] }] },
          /add-on "x" of product .* has the fee "-1.00"/,
        ],
        ['orders', { fees: { appraisal_fee: 'free', currency: 'USD' } }, /order ord_\w+ has the fee "free"/],
        ['orders', { fees: { appraisal_fee: null, currency: 'dollars' } }, /order ord_\w+ has the currency "dollars"/],
        ['orders', { order_type: { ...orderType, report_format: '__proto__' } }, /order ord_\w+ has the report format/],
        ['orders', { status: { code: 'new', changed_at: 0, label: {} } }, /has the label of its status .* a text was/],
      ] as const
    ).map(([table, fields, said]): [string, WorldFile, string, RegExp] => [
      `${table} with ${JSON.stringify(fields).slice(0, 80)}`,
      changed((copy) => Object.assign(rowsOf(copy, table)[0]!, fields)),
      'world_damaged',
      said,
    ]),
    ...(
      [
        [
          'an unheard-of billing',
          { lenders: lenders.map((one) => ({ ...one, billing: 'never' })) },
          /in its world, lender \w+ has the billing "never"/,
        ],
        ['a company without fields', { companies: [{}] }, /world.companies.0 /],
        ['a lender with a number for an id', { lenders: [{ id: 5 }] }, /world.lenders.0/],
        ['a credential without fields', { credentials: [{}] }, /world.credentials.0/],
        ['no credentials', { credentials: [] }, /in its world, there is no credential \w+, which roles.main names/],
        ['no lenders', { lenders: [] }, /in its world, there is no lender/],
        ['no companies', { companies: [] }, /in its world, there is no company/],
        [
          'a role of nobody',
          { roles: { ...roles, no_cancel: 'cli_nobody' } },
          /no credential cli_nobody, which roles.no_cancel/,
        ],
      ] as const
    ).map(([name, fields, said]): [string, WorldFile, string, RegExp] => [
      `the world it begins with: ${name}`,
      changed((copy) => Object.assign(copy.world, fields)),
      'world_damaged',
      said,
    ]),
    [
      'bytes of a document that only every object has',
      changed((copy) => {
        const row = rowsOf(copy, 'documents')[0]!
        delete copy.files[String(row['id'])]
        row['id'] = 'toString'
      }),
      'world_incomplete',
      /no bytes of document toString/,
    ],
    [
      'ids of another look',
      changed((copy) => (copy.ids = 'count 7')),
      'world_of_other_readings',
      /readings are the same/,
    ],
  ]
  for (const [name, given, code, said] of cases)
    await t.rejects(simulator.import(given as WorldFile), { code, message: said }, name)
  t.strictSame(await seen(port), before)
  t.match(await simulator.import(changed((copy) => (rowsOf(copy, 'orders')[0]!['lender_reference'] = 'by hand'))), {
    orders: rowsOf(file, 'orders').length,
  })
})
