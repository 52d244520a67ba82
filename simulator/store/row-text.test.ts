// Rows of a data file are left as text until they are asked for; what the indexes read of the text is what the row says.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Event, Order } from '../domain/records.ts'
import { minimal } from '../../tests/simulator/samples.ts'
import { startSimulator } from '../start/start-simulator.ts'
import { createStore } from './create-store.ts'
import { account, order, refusal, wholeRow } from './data-file.support.ts'
import { outlineOf, putIn, rowIn } from './row-text.ts'

const made = (id: string, fields: Partial<Order> = {}): Order =>
  wholeRow('orders', {
    id,
    account,
    company_id: 'cmp_a',
    order_number: `26-${id}`,
    status: { code: 'new', changed_at: 5, label: 'New' },
    created_at: 7,
    updated_at: 9,
    ...fields,
  })

const event = (id: string, fields: Partial<Event> = {}): Event =>
  ({
    id,
    account,
    type: 'order.created',
    created_at: 3,
    order_id: 'ord_1',
    data: {},
    body: '{}',
    delivery: {
      status: 'pending',
      attempts: 0,
      last_attempt_at: null,
      next_attempt_at: 4,
      last_response_status: null,
    },
    ...fields,
  }) as Event

const lineOf = (table: string, row: object): Buffer => Buffer.from(`${JSON.stringify({ put: table, row })}\n`)
const lookalike = '"},"created_at":1,"updated_at":1,"due_date":null,"delivery":{"status":"failed"},"data":'

t.test('what is read of a line is what its row says', async (t) => {
  const orders = [
    made('ord_1'),
    made('ord_2', { lender_reference: 'Straße 7' }),
    made('ord_3', { lender_reference: lookalike }),
    made('ord_4', { notes: [{ type: 'lender', text: lookalike }] }),
    made('ord_5', { document_ids: [lookalike, '\\'] } as Partial<Order>),
  ]
  for (const row of orders) {
    const { id, order_number, lender_reference, created_at, updated_at, status } = row
    const line = lineOf('orders', row)
    t.match(putIn(line), { table: 'orders', key: id })
    t.match(
      outlineOf(id, line),
      { id, account, order_number, lender_reference, created_at, updated_at, status: { code: status.code } },
      id,
    )
    t.same(rowIn(line), row)
  }
  for (const row of [event('evt_1'), event('evt_2', { data: { note: lookalike }, body: lookalike })]) {
    const { id, type, created_at, order_id } = row
    const delivery = { status: row.delivery.status, next_attempt_at: row.delivery.next_attempt_at }
    t.same(outlineOf(id, lineOf('events', row)), { id, account, type, created_at, order_id, delivery })
  }
})

t.test('the orders and events of a simulator are written so', async (t) => {
  const file = join(t.testdir(), 'data')
  const { clock, company, close } = await startSimulator({ clock: { mode: 'manual' }, data: file })
  const { id } = (
    await company.placeOrder({ lender_id: 'len_bluestem', environment: 'sandbox', order: minimal(clock.now()) })
  ).order
  await company.assign(id, 'Avery Sample')
  await company.deliver(id)
  await close()
  const seen = { orders: 0, events: 0 }
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    const table = /^\{"put":"(orders|events)"/.exec(text)?.[1] as 'orders' | 'events' | undefined
    if (table === undefined) continue
    const line = Buffer.from(`${text}\n`)
    t.match(outlineOf(putIn(line)?.key ?? '', line), { account: 'len_bluestem:sandbox' }, text.slice(0, 300))
    seen[table] += 1
  }
  t.ok(seen.orders > 2 && seen.events > 2)
})

t.test('nothing is read of a line that is written otherwise', async (t) => {
  const { id, ...rest } = made('ord_1')
  for (const row of [
    { ...rest, id },
    { ...made('ord_1'), account: null },
    made('ord_1', { lender_reference: 'x'.repeat(700) }),
    made('ord_1', { document_ids: Array.from({ length: 99 }, () => 'doc_123456789') } as Partial<Order>),
    { id: 'ord_1', account, created_at: 1, updated_at: 1, order_number: 'ord_1', lender_reference: null },
  ])
    t.equal(outlineOf('ord_1', lineOf('orders', row)), undefined)
  t.equal(putIn(lineOf('orders', { ...rest, id })), undefined, 'the key is not first')
  for (const key of ['a"b', 'a\\b', 'ä', '']) t.equal(putIn(lineOf('idempotency', { id: key })), undefined, key)
  t.equal(outlineOf('msg_1', lineOf('messages', { id: 'msg_1' })), undefined)
})

t.test('a file that is read again lists, finds and gives back every row, and writes it again as it was', async (t) => {
  const file = join(t.testdir(), 'data')
  const rows = [
    made('ord_1'),
    made('ord_2', { lender_reference: 'a "b" ß', created_at: 8 }),
    order('ord_3'),
    made('ord_4', { document_ids: Array.from({ length: 99 }, (_, n) => `doc_${n}`) } as Partial<Order>),
  ]
  const keys = ['plain', 'a"b', 'ä\\']
  const first = await createStore({ file })
  for (const row of rows) first.orders.put(row)
  first.orders.put(made('ord_5'))
  first.orders.put(made('ord_5', { status: { code: 'on_hold', changed_at: 6, label: 'Held' } } as Partial<Order>))
  first.orders.put(made('ord_6'))
  first.orders.delete('ord_6')
  first.events.put(event('evt_1'))
  for (const id of keys)
    first.idempotency.put({
      id,
      fingerprint: 'f',
      order_id: 'ord_1',
      response: { status: 201, headers: {} },
      created_at: 1,
    })
  const whole = first.rows()
  await first.close()
  // Behind half a line the file is written again, with rows that nobody has asked for.
  for (const torn of ['', '{"put"', '']) {
    appendFileSync(file, torn)
    const store = await createStore({ file })
    const listed = store.listOrders(account, {}, 0, 10).rows
    t.same(
      listed.map(({ id }) => id),
      ['ord_2', 'ord_5', 'ord_4', 'ord_1', 'ord_3'],
    )
    t.same(store.listOrders(account, { lender_reference: 'a "b" ß' }, 0, 10).rows, [rows[1]])
    t.same(
      store.ordersIn(['on_hold']).map(({ id }) => id),
      ['ord_5'],
    )
    t.same(store.undelivered(), [event('evt_1')])
    t.equal(store.idempotency.get('a"b')?.order_id, 'ord_1')
    if (torn === '') t.same(store.rows(), whole)
    await store.close()
  }
})

t.test('a changed byte is found before anything is written, wherever it is', async (t) => {
  const file = join(t.testdir(), 'data')
  const store = await createStore({ file })
  for (const row of [made('ord_1'), made('ord_2', { notes: [{ type: 'lender', text: 'abc' }] })]) store.orders.put(row)
  store.idempotency.put({
    id: 'k',
    fingerprint: 'f',
    order_id: 'ord_1',
    response: { status: 201, headers: {}, text: 'xyz' },
    created_at: 1,
  })
  await store.close()
  const good = readFileSync(file, 'utf8')
  for (const [from, to] of [
    ['abc', 'ab"'],
    ['xyz', 'xy}'],
    ['"updated_at":9', '"updated_at":8'],
  ] as const) {
    writeFileSync(file, good.replace(from, to))
    t.equal(await refusal(file), 'data_file_damaged', to)
  }
  writeFileSync(
    file,
    `${good
      .replace('"version":3', '"version":1')
      .replaceAll(/,"crc":[0-9]+/g, '')
      .replace('abc', 'ab"')}`,
  )
  t.equal(await refusal(file), 'data_file_damaged', 'without a checksum the text is read')
})

t.test('a field that the writing version did not have is null, in each form of a line', async (t) => {
  const file = join(t.testdir(), 'data')
  const older = { ...made('ord_1'), loan: { purpose: 'purchase', add_ons: [] }, borrowers: [{ contacts: [] }] }
  const { id, appraiser_instructions: _dropped, ...rest } = older as unknown as Partial<Order>
  for (const row of [
    { id, ...rest },
    { ...rest, id },
  ]) {
    const lines = [{ format: 'assay-simulator-data', version: 1 }, { put: 'orders', row }, { commit: 1 }]
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const store = await createStore({ file })
    const { appraiser_instructions, loan, borrowers } = store.orders.get('ord_1')!
    t.equal(appraiser_instructions, null)
    t.match(loan, { purpose: 'purchase', investor: null, loan_type: null, add_ons: [] })
    t.strictSame(borrowers, [{ contacts: [], address: null }])
    await store.close()
  }
})
