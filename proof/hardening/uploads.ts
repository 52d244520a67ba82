// Uploads as large as they may be: what they cost beyond the reading of their bytes.
import { multipart } from '../../tests/simulator/samples.ts'
import { outcome } from './attack.ts'
import type { Attack } from './attack.ts'
import { bareNode } from './lab.ts'

const megabyte = 1024 * 1024

export const fileOf = (bytes: number) =>
  multipart([
    { name: 'kind', value: 'supporting' },
    {
      name: 'file',
      value: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes - 9, 0x20)]),
      filename: 'a.pdf',
      type: 'application/pdf',
    },
  ])

type Upload = { body: string | Buffer; headers: Record<string, string> }

const likeItsBoundary = (): Upload => {
  const boundary = 'a'.repeat(70)
  const part = (name: string, more = ''): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  const head = `${part('kind')}supporting\r\n${part('file', '; filename="a.pdf"')}%PDF-1.4\n`
  const filling = Buffer.alloc(25 * megabyte - 16, 'a')
  return {
    body: Buffer.concat([Buffer.from(head), filling, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** Load on the machine makes both dearer, and not alike: what is too dear is measured again, beside a bare Node of that moment. */
const sittings = 3

/** What an upload of 25 MB costs beyond the reading of its bytes. */
const upload = (id: string, sent: string, first: string, made: () => Upload): Attack => ({
  id,
  sent,
  first,
  bound: '≤ 100 ms of CPU beyond what bare Node takes to read it, ≤ 64 MB beyond the body',
  make: async (lab) => {
    const simulator = await lab.simulator()
    const order = await simulator.order()
    const request = made()
    const sendIt = () => simulator.lender('POST', `/orders/${order}/documents`, request)
    for (let n = 0; n < 3; n += 1) await sendIt()
    const measured = async () => {
      const bare = await bareNode(25 * megabyte)
      const kept = await bareNode(25 * megabyte, 'keeps')
      const { ms, mb, answer } = await simulator.cost(sendIt, 7)
      const held = answer.status === 201 && ms <= bare + 100 && mb <= 64 + 25
      return outcome(`${answer.status}, ${ms} ms, ${mb} MB (bare Node ${bare} ms, by way of a file ${kept} ms)`, held)
    }
    let result = await measured()
    for (let n = 1; n < sittings && result.held !== true; n += 1) result = await measured()
    return result
  },
})

export const uploads: Attack[] = [
  upload('Upload', 'an upload of 25 MB, as it is allowed', '294 to 378 ms', () => fileOf(25 * megabyte)),
  upload(
    'Upload, boundary',
    'an upload of 25 MB of one letter, whose boundary is 70 of the same',
    '345 to 387 ms',
    likeItsBoundary,
  ),
]
