// A body is the same body however it arrives: with its head, after it, in pieces or chunks, and behind another request.
import { connect } from 'node:net'
import t from 'tap'
import type { JournalEntry } from '../public/har-types.ts'
import { minimal } from '../../tests/simulator/samples.ts'
import { start } from '../../tests/simulator/support.ts'
import { happens } from '../../tests/wait-for.ts'

const later = () => new Promise((resolve) => setTimeout(resolve, 20))

t.test('one order for each body, however it comes, and the journal has what was sent', async (t) => {
  const api = await start(t)
  const token = await api.token('main')
  const { hostname, port } = new URL(api.origin)

  /** Writes the pieces one after another, and gives the statuses of so many answers. */
  const send = async (pieces: Buffer[], answers: number): Promise<number[]> => {
    const socket = connect(Number(port), hostname).setNoDelay(true)
    await happens(socket, 'connect')
    let text = ''
    const statuses = () => [...text.matchAll(/HTTP\/1\.1 ([0-9]{3})/g)].map(([, status]) => Number(status))
    const whole = new Promise<void>((resolve) =>
      socket.on('data', (bytes: Buffer) => {
        text += bytes.toString('latin1')
        if (statuses().length === answers) resolve()
      }),
    )
    for (const piece of pieces) {
      socket.write(piece)
      await later()
    }
    await whole
    socket.destroy()
    return statuses()
  }
  const headOf = (...framing: string[]) => {
    const lines = ['POST /sandbox/v1/orders HTTP/1.1', `Host: ${hostname}:${port}`, `Authorization: Bearer ${token}`]
    return Buffer.from([...lines, 'Content-Type: application/json', ...framing, '', ''].join('\r\n'))
  }

  for (const [letters, reference] of Object.entries({ plain: 'plain', others: 'Größe "1" \u2028 \u{1f3e0}' })) {
    const body = Buffer.from(JSON.stringify({ ...minimal(api.now()), lender_reference: reference }))
    const head = headOf(`Content-Length: ${body.length}`)
    const half = body.length >> 1
    const chunk = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
    const chunked = [chunk(body.subarray(0, half)), chunk(body.subarray(half)), Buffer.from('0\r\n\r\n')]
    const ways: Record<string, [pieces: Buffer[], answers?: number]> = {
      'with its head': [[Buffer.concat([head, body])]],
      'after its head': [[head, body]],
      'in two pieces': [[Buffer.concat([head, body.subarray(0, half)]), body.subarray(half)]],
      'twice in one write': [[Buffer.concat([head, body, head, body])], 2],
      'in chunks with its head': [[Buffer.concat([headOf('Transfer-Encoding: chunked'), ...chunked])]],
      'in chunks after it': [[headOf('Transfer-Encoding: chunked'), ...chunked]],
    }
    for (const [way, [pieces, answers = 1]] of Object.entries(ways)) {
      api.simulator.journal.clear()
      t.strictSame(
        await send(pieces, answers),
        Array.from({ length: answers }, () => 201),
        `${letters} ${way}`,
      )
      const entries = api.simulator.journal.entries()
      t.equal(entries.length, answers)
      for (const { request } of entries) {
        t.equal(request.postData!.text, body.toString(), `${letters} ${way}, in the journal`)
        t.equal(request.bodySize, body.length)
      }
    }
  }

  const marked = Buffer.from(`\uFEFF${JSON.stringify(minimal(api.now()))}`)
  api.simulator.journal.clear()
  await send([Buffer.concat([headOf(`Content-Length: ${marked.length}`), marked])], 1)
  const [{ request }] = api.simulator.journal.entries() as [JournalEntry]
  t.equal(request.bodySize, marked.length, 'a byte order mark was sent too')
  t.equal(request.postData!.text, marked.toString())
  t.strictSame(await send([headOf('Content-Length: 0')], 1), [400], 'no body at all')
  t.strictSame(
    await send([Buffer.concat([headOf('Content-Length: 2'), Buffer.from([0x22, 0xff])])], 1),
    [400],
    'no UTF-8',
  )
})
