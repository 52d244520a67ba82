// The data file over time: every batch has its checksum, and what is mostly history is written again.
import { appendFileSync, copyFileSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import t from 'tap'
import { createStore } from './create-store.ts'
import { order, refusal, wholeRow } from './data-file.support.ts'
import { createJournal, unwritable } from './journal.ts'
import { StoreError } from './store-error.ts'

/** Whole numbers from 0 to below a limit, the same ones on every run. */
const draws = (seed: number) => {
  let state = seed
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % limit
  }
}

t.test('a bit that flipped anywhere is found, and the file is left as it was', async (t) => {
  const file = join(t.testdir(), 'data')
  const store = await createStore({ file })
  for (let n = 0; n < 20; n += 1) {
    store.orders.put(order(`ord_${n}`, { lender_reference: `reference ${n}` }))
    await store.flush()
  }
  const good = readFileSync(file)
  await store.close()
  const draw = draws(17)
  const outcomes: Record<string, number> = {}
  for (let n = 0; n < 400; n += 1) {
    const spoiled = Buffer.from(good)
    // The last byte ends the last line; without it that batch is one that was cut off.
    const at = draw(good.length - 1)
    spoiled[at] = spoiled[at]! ^ (1 << draw(8))
    writeFileSync(file, spoiled)
    const code = (await refusal(file)) ?? 'opened'
    outcomes[code] = (outcomes[code] ?? 0) + 1
    if (code === 'opened') t.fail(`a flip at ${at} of ${good.length} was taken`)
    else if (!readFileSync(file).equals(spoiled)) t.fail(`a flip at ${at}: the file was changed`)
  }
  t.comment(JSON.stringify(outcomes))
})

t.test('a file of the version without checksums is read, and written with them', async (t) => {
  const file = join(t.testdir(), 'data')
  const rows = ['{"put":"orders","row":', JSON.stringify(order('ord_1')), '}\n{"commit":1}\n'].join('')
  writeFileSync(file, `{"format":"assay-simulator-data","version":1}\n${rows}`)
  const store = await createStore({ file })
  t.ok(store.orders.get('ord_1'))
  await store.close()
  t.match(
    readFileSync(file, 'utf8'),
    /^\{"format":"assay-simulator-data","version":3\}\n[^]*\{"commit":1,"crc":\d+,"batch":1\}\n$/,
  )
  t.equal(await refusal(file), undefined)
})

t.test('a row that lacks what an index reads is refused before anything is written', async (t) => {
  const file = join(t.testdir(), 'data')
  for (const row of [
    '{"id":"__proto__"}',
    '{"__proto__":{"id":"x"},"account":"len_a:sandbox"}',
    '{"id":"ord_1","account":null}',
  ]) {
    const text = `{"format":"assay-simulator-data","version":1}\n{"put":"orders","row":${row}}\n{"commit":1}\n`
    writeFileSync(file, text)
    t.equal(await refusal(file), 'data_file_damaged', row)
    t.equal(readFileSync(file, 'utf8'), text, 'untouched')
  }
})

t.test('a row that has its checksum and another shape is refused, at the start or when it is read', async (t) => {
  const file = join(t.testdir(), 'data')
  const put = (table: string, row: object): void => {
    const line = `${JSON.stringify({ put: table, row })}\n`
    writeFileSync(file, `{"format":"assay-simulator-data","version":3}\n${line}{"commit":1,"crc":${crc32(line)}}\n`)
  }
  const refused = { code: 'data_file_damaged' }
  for (const [table, fields, says] of [
    ['revisions', { created_at: {} }, /created_at was expected to be number in a row of revisions/],
    ['documents', { order_id: undefined }, /order_id was expected to be string in a row of documents/],
    ['events', { account: undefined }, /account was expected to be string in a row of events/],
    ['orders', { status: [1] }, /status was expected to be object in a row of orders/],
  ] as const) {
    put(table, wholeRow(table, { id: 'one', account: 'len_a:sandbox', ...fields }))
    await t.rejects(createStore({ file }), { ...refused, message: says }, table)
  }
  for (const [fields, says] of [
    [{ loan: null }, /loan was expected to be object in a row of orders/],
    [{ borrowers: [{ contacts: 7 }] }, /borrowers\.0\.contacts was expected to be array in a row of orders/],
    [{ document_ids: [1] }, /document_ids\.0 was expected to be string in a row of orders/],
  ] as const) {
    put('orders', order('ord_1', fields as object))
    const store = await createStore({ file })
    t.throws(() => store.orders.get('ord_1'), { ...refused, message: says })
    await store.close()
  }
})

t.test('a change that comes while another is written is in the file whole or not at all', async (t) => {
  const file = join(t.testdir(), 'data')
  const store = await createStore({ file })
  const put = (lender_reference: string, ...ids: string[]): void => {
    for (const id of ids) store.orders.put(order(id, { lender_reference }))
  }
  put('first', 'ord_1', 'ord_2')
  await store.flush()
  put('second', 'ord_1')
  const written = store.flush()
  // The write is under way, and waits for the file system.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  put('third', 'ord_1', 'ord_2')
  await written
  copyFileSync(file, `${file}-image`)
  const image = await createStore({ file: `${file}-image` })
  const kept = ['ord_1', 'ord_2'].map((id) => image.orders.get(id)?.lender_reference)
  t.ok(['second first', 'third third'].includes(kept.join(' ')), kept.join(' '))
  await image.close()
  await store.flush()
  copyFileSync(file, `${file}-image`)
  const later = await createStore({ file: `${file}-image` })
  t.equal(later.orders.get('ord_2')?.lender_reference, 'third')
  await later.close()
  await store.close()
})

for (const [name, others] of Object.entries({
  'nobody wrote since': '',
  'another process wrote behind it': 'of another\n',
}))
  t.test(`a write of a process that stood still and lost its lock is taken back where ${name}`, async (t) => {
    const file = join(t.testdir(), 'data')
    const store = await createStore({ file })
    store.orders.put(order('ord_1'))
    await store.close()
    const good = readFileSync(file, 'utf8')
    const lost = new StoreError('data_file_locked', 'The lock is lost.')
    let looks = 0
    const journal = createJournal(file, {
      dropped: () => t.fail('the file is whole'),
      async assertHeld() {
        looks += 1
        if (looks === 1) return
        appendFileSync(file, others)
        throw lost
      },
    })
    const data = (await journal.adapter.read())!
    data.orders.set('ord_2', order('ord_2'))
    journal.note('orders', 'ord_2')
    await t.rejects(journal.adapter.write(data), lost)
    const left = readFileSync(file, 'utf8')
    if (others === '') t.equal(left, good)
    else t.ok(left.startsWith(good) && left.endsWith(others), 'what is another’s stays')
    await journal.close()
  })

t.test('a file that is mostly history is written again while it is in use', async (t) => {
  const file = join(t.testdir(), 'data')
  const store = await createStore({ file })
  let most = 0
  for (let n = 0; n < 120; n += 1) {
    store.orders.put(order('ord_1', { lender_reference: 'x'.repeat(200_000), updated_at: n }))
    store.orders.put(order(`ord_more_${n}`))
    await store.flush()
    most = Math.max(most, statSync(file).size)
  }
  t.ok(most < 9_000_000, `24 MB of changes made a file of ${most} bytes at most`)
  t.equal(store.isBehind(), false)
  await store.close()
  const reopened = await createStore({ file })
  t.equal(reopened.orders.size, 121)
  t.equal(reopened.orders.get('ord_1')?.updated_at, 119)
  await reopened.close()
})

t.test('what a kill left of uploads is removed at the start', async (t) => {
  const file = join(t.testdir(), 'data')
  const store = await createStore({ file })
  await store.files.put('doc_1', Buffer.from('kept'))
  store.documents.put(wholeRow('documents', { id: 'doc_1', order_id: 'ord_1' }))
  await store.files.put('doc_2', Buffer.from('its document was never put'))
  await store.close()
  writeFileSync(join(`${file}.files`, '.incoming', '1-1'), 'half')
  const reopened = await createStore({ file })
  t.same(readdirSync(`${file}.files`), ['.assay', 'doc_1'])
  t.equal(String(await reopened.files.get('doc_1')), 'kept')
  await reopened.files.put('doc_3', Buffer.from('new'))
  await reopened.close()
})

t.test('a data file that cannot be replaced, as it is mounted on its own, names the remedy and no other', async (t) => {
  const answered = (code: string) => unwritable('/data.ndjson', Object.assign(new Error(code), { code }))
  t.match(answered('EBUSY'), { code: 'data_file_unwritable', message: /EBUSY.*: mount its directory in its place\.$/ })
  t.match(answered('EACCES'), { code: 'data_file_unwritable', message: /EACCES: check its directory, permissions/ })
})
