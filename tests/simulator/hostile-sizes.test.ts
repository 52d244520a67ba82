// Much of everything in one request: what it costs grows no faster than the request, and the answer stays small.
import t from 'tap'
import { createBehaviour } from '../../simulator/behaviour/create-behaviour.ts'
import { loadContract } from '../../simulator/contract/contract.ts'
import { extensionOf } from '../../simulator/documents/accepted-types.ts'
import { decodeInline } from '../../simulator/http/inline-documents.ts'
import { createShapeChecker } from '../../simulator/http/shape-checker.ts'
import { loadWorld } from '../../simulator/engine/world.ts'
import { growthOf, quadratic } from '../growth.ts'
import { minimal, upload } from './samples.ts'
import { refused } from './refusal.ts'
import { start, unlimited } from './support.ts'
import type { Problem } from './wire-types.ts'

const behaviour = await createBehaviour(loadContract(), loadWorld('demo'), {})

const swallow = (work: () => void) => () => {
  try {
    work()
  } catch {
    // The refusal is not what is looked at.
  }
}

t.test('judging a body takes time that grows with the body', async (t) => {
  const check = createShapeChecker(behaviour)
  const draft = minimal(Date.now())
  const wrong = (size: number) => {
    const body = { ...draft, add_on_codes: Array.from({ length: size }, (_, n) => n) }
    return swallow(() => check('createOrder', body))
  }
  t.ok(growthOf(wrong, 1000) < quadratic, 'wrong values in a list')
})

t.test('a file name is read once', async (t) => {
  const blanks = (size: number) => {
    const name = `${'. '.repeat(size)}x`
    return () => extensionOf(name)
  }
  t.ok(growthOf(blanks, 500) < quadratic, 'dots and blanks in a row')
  for (const [name, extension] of [
    ['a.pdf', 'pdf'],
    ['a.exe. . .', 'exe'],
    ['a.exe\u200b\u0000', 'exe'],
    ['a.exe\u{e0001}', 'exe'],
    ['a.exe::$DATA', 'exe'],
    ['C:\\x\\a.Tar.GZ ', 'gz'],
    ['. . .', ''],
    ['😀', ''],
  ] as const)
    t.equal(extensionOf(name), extension, JSON.stringify(name))
})

t.test('base64 is read once, and is what it was', async (t) => {
  const decoding = (content: string) => decodeInline(behaviour.uploads, [{ filename: 'a.txt', content } as never])
  let finished: Promise<unknown>[] = []
  const blanks = (size: number) => {
    const content = `${' '.repeat(size)}!`
    return () => void finished.push(decoding(content).catch(() => undefined))
  }
  t.ok(growthOf(blanks, 500) < quadratic, 'blanks before a letter that is none')
  await Promise.all(finished)
  finished = []
  for (const content of ['aGk=', 'aGk', 'aG k=\n', '\naGkx', 'aGkxMg==  '])
    t.same((await decoding(content))[0]!.bytes, Buffer.from(content, 'base64'), JSON.stringify(content))
  for (const content of ['aGk=x', 'a=Gk', 'aGk===', 'aGk!', 'aG= =', 'aGk-'])
    await t.rejects(decoding(content), { code: 'validation_failed' }, JSON.stringify(content))
})

t.test('an answer repeats little of what is wrong', async (t) => {
  const api = await start(t, unlimited)
  const place = (more: object) => api.call('main', 'POST', '/orders', { body: { ...api.draft(), ...more } })
  const codes = await place({ add_on_codes: Array.from({ length: 15_000 }, (_, n) => n) })
  refused(t, codes, { status: 422, code: 'validation_failed' }, 'numbers in place of texts')
  t.equal((codes.body as Problem).details!.length, 100)
  const unknown = await place({ add_on_codes: Array.from({ length: 15_000 }, (_, n) => `none-${n}`) })
  t.equal(unknown.status, 422)
  t.ok(unknown.bytes.length < 100_000, `the answer has ${unknown.bytes.length} bytes`)
  const long = await place({ due_date: 'x'.repeat(1_500_000) })
  t.ok(long.bytes.length < 5_000, 'a long text is not repeated')
  t.equal((long.body as Problem).details![0]!.value, null)
  const short = await place({ due_date: 'soon' })
  t.equal((short.body as Problem).details![0]!.value, 'soon', 'a short one is')
  const key = await api.call('main', 'PATCH', `/orders/${(await api.create()).id}`, {
    body: { ['k'.repeat(1_500_000)]: 1 },
  })
  t.ok(key.bytes.length < 5_000, 'neither is a long name')
})

t.test('a body that holds more values than any order is refused before it is made into values', async (t) => {
  const api = await start(t, unlimited)
  const headers = { 'content-type': 'application/json' }
  for (const [what, text] of [
    ['numbers', `{"x":[${'0,'.repeat(20_000)}0]}`],
    ['lists', `{"x":[${'[],'.repeat(20_000)}[]]}`],
    ['levels', `{"x":${'['.repeat(1001)}${']'.repeat(1001)}}`],
  ] as const)
    refused(
      t,
      await api.call('main', 'POST', '/orders', { body: text, headers }),
      { status: 400, code: 'invalid_request' },
      what,
    )
  const many = JSON.stringify({ ...api.draft(), x: Array.from({ length: 15_000 }, () => 'a,[{"b\\"') })
  t.equal(
    (await api.call('main', 'POST', '/orders', { body: many, headers })).status,
    201,
    'brackets in texts are no values',
  )
})

t.test('a file has a name of 255 characters at most', async (t) => {
  const api = await start(t, unlimited)
  const { id } = await api.create()
  const named = (filename: string) => api.call<Problem>('main', 'POST', `/orders/${id}/documents`, upload({ filename }))
  t.equal((await named(`${'ü'.repeat(251)}.pdf`)).status, 201)
  refused(t, await named(`${'ü'.repeat(252)}.pdf`), { status: 422, code: 'validation_failed', fields: ['file'] })
  const documents = [{ filename: `${'x'.repeat(10_000)}.txt`, content: 'aGk=' }]
  const placed = await api.call('main', 'POST', '/orders', { body: { ...api.draft(), documents } })
  refused(t, placed, { status: 422, code: 'validation_failed', fields: ['documents.0.filename'] })
  const sent = { kind: 'other', filename: 'x'.repeat(256), content_type: 'text/plain', content: 'aGk=' }
  const control = await api.fetchRaw<Problem>('POST', `${api.simulator.controlUrl}/orders/${id}/documents`, {
    body: sent,
  })
  t.equal(control.status, 422, 'the control port holds the company to the same')
})
