// Request bodies that are large, or never end: what they hold of memory does not add up.
// Runs alone: it weighs the process.
import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import t from 'tap'
import type { Test } from 'tap'
import { createHeld, createInbox, TooLarge } from '../../simulator/engine/inbox.ts'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { root } from '../places.ts'
import { multipart, pdf } from './samples.ts'
import { refused } from './refusal.ts'
import { start, unlimited } from './support.ts'
import type { Api } from './support.ts'
import { happens } from '../wait-for.ts'

const megabyte = 1024 * 1024

/** A request whose body stays one byte short of what it announces. */
const unfinished = async (t: Test, api: Api, path: string, type: string, body: Buffer): Promise<Socket> => {
  const { hostname, port } = new URL(api.origin)
  const socket = connect(Number(port), hostname)
  t.teardown(() => socket.destroy())
  await happens(socket, 'connect')
  socket.on('error', () => undefined)
  const head = [
    `POST /sandbox/v1${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${await api.token('main')}`,
    `Content-Type: ${type}`,
    `Content-Length: ${body.length + 1}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  if (!socket.write(body)) await happens(socket, 'drain')
  return socket
}

/** Bytes of buffers outside the heap, where the bytes of bodies are. */
const buffers = (): number => process.memoryUsage().arrayBuffers

t.test('unfinished bodies do not add up', async (t) => {
  const api = await start(t, unlimited)
  const { id } = await api.create()
  const text = Buffer.alloc(8 * megabyte, 0x20)
  const { body, headers } = multipart([
    { name: 'kind', value: 'supporting' },
    { name: 'file', value: Buffer.concat([pdf(), text]), filename: 'a.pdf', type: 'application/pdf' },
  ])
  const upload = (body as Buffer).subarray(0, 8 * megabyte)
  const before = buffers()
  const sockets: Socket[] = []
  for (let n = 0; n < 10; n += 1) {
    sockets.push(await unfinished(t, api, '/orders', 'application/json', text))
    sockets.push(await unfinished(t, api, `/orders/${id}/documents`, headers['content-type']!, upload))
    const held = buffers() - before
    if (held > 64 * megabyte) t.fail(`${sockets.length} unfinished bodies hold ${Math.round(held / megabyte)} MB`)
  }
  t.equal((await api.call('main', 'GET', '/orders')).status, 200, 'others are answered')
  for (const socket of sockets) socket.destroy()
  t.equal(
    (await api.call('main', 'POST', `/orders/${id}/documents`, { body, headers })).status,
    201,
    'a whole one is taken',
  )
})

t.test('a text part of an upload has 65,536 bytes at most, and so do fifty together stay small', async (t) => {
  const api = await start(t, unlimited)
  const { id } = await api.create()
  const file = { name: 'file', value: pdf(), filename: 'a.pdf', type: 'application/pdf' }
  const sent = (...texts: string[]) =>
    api.call('main', 'POST', `/orders/${id}/documents`, {
      ...multipart([
        { name: 'kind', value: 'supporting' },
        ...texts.map((value) => ({ name: 'description', value })),
        file,
      ]),
    })
  t.equal((await sent('x'.repeat(65_536))).status, 201)
  refused(t, await sent('x'.repeat(65_537)), { status: 413, code: 'payload_too_large' })
  refused(t, await sent(...Array.from({ length: 40 }, () => 'x'.repeat(megabyte))), {
    status: 413,
    code: 'payload_too_large',
  })
})

t.test('an upload of many large files is refused before the rest of it has come', async (t) => {
  const api = await start(t, unlimited)
  const { id } = await api.create()
  const value = Buffer.concat([pdf(), Buffer.alloc(20 * megabyte, 0x20)])
  const files = Array.from({ length: 3 }, (_, n) => ({
    name: `part-${n}`,
    value,
    filename: 'a.pdf',
    type: 'application/pdf',
  }))
  const answer = await api.call('main', 'POST', `/orders/${id}/documents`, multipart(files))
  refused(t, answer, { status: 413, code: 'payload_too_large' })
})

t.test('a JSON body has 16 MB with files and 2 MB without', async (t) => {
  const api = await start(t, unlimited)
  const { id } = await api.create()
  const headers = { 'content-type': 'application/json' }
  const padded = (body: object, size: number) => `${JSON.stringify(body)}${' '.repeat(size)}`
  const place = (size: number) => api.call('main', 'POST', '/orders', { body: padded(api.draft(), size), headers })
  t.equal((await place(15 * megabyte)).status, 201)
  refused(t, await place(16 * megabyte), { status: 413, code: 'payload_too_large' })
  const amend = async (size: number) => {
    const body = padded({ lender_reference: 'x' }, size)
    const authorization = `Bearer ${await api.token('main')}`
    // The contract knows no 413 here, and no body of this size either.
    return api.fetchRaw('PATCH', `${api.simulator.sandboxUrl}/orders/${id}`, {
      body,
      headers: { ...headers, authorization },
    })
  }
  t.equal((await amend(1.9 * megabyte)).status, 200)
  refused(t, await amend(2 * megabyte), { status: 413, code: 'payload_too_large' })
})

t.test('the inbox gives back what it took, and says when it is full', async (t) => {
  const inbox = createInbox(megabyte)
  const body = (size: number) => Readable.from(Array.from({ length: size / 65_536 }, (_, n) => Buffer.alloc(65_536, n)))
  const [first, second] = [createHeld(), createHeld()]
  const received = await inbox.receive(body(14 * 65_536), Infinity, first)
  const bytes = await received.bytes()
  t.equal(received.size, 14 * 65_536)
  t.ok(
    bytes.equals(Buffer.concat(Array.from({ length: 14 }, (_, n) => Buffer.alloc(65_536, n)))),
    'the bytes are those sent',
  )
  await t.rejects(inbox.receive(body(8 * 65_536), Infinity, second), { code: 'service_unavailable' })
  second.release()
  first.release()
  const third = createHeld()
  t.equal((await inbox.receive(body(14 * 65_536), Infinity, third)).size, 14 * 65_536, 'there is room again')
  third.release()
  const tooLarge = await inbox.receive(body(4 * 65_536), 65_536, third).catch((error: unknown) => error)
  t.ok(tooLarge instanceof TooLarge, 'a body above its limit')
})

const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0

t.test(
  'a body of which the disk took a part is refused, and not read as a shorter one',
  { skip: hasPrlimit ? false : 'prlimit is not installed' },
  async (t) => {
    const inbox = pathToFileURL(join(root, 'dist/simulator/engine/inbox.js')).href
    const code = `
      import { Readable } from 'node:stream'
      import { createHeld, createInbox } from ${JSON.stringify(inbox)}
      const receive = async (chunks) => {
        const body = Readable.from(Array.from({ length: chunks }, () => Buffer.alloc(65_536, 1)))
        const received = await createInbox().receive(body, Infinity, createHeld())
        return (await received.bytes()).length
      }
      for (const chunks of [1, 3, 20]) console.log(await receive(chunks).catch((error) => error.code ?? error.message))`
    const { stdout, stderr } = spawnSync(
      'prlimit',
      ['--fsize=100000:100000', process.execPath, '--input-type=module', '--eval', code],
      { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
    )
    t.same(stdout.trim().split('\n'), ['65536', 'service_unavailable', 'service_unavailable'], stderr)
  },
)
