// Requests that cost a server much more than their sender: time and memory of one.
import { minimal, multipart } from '../../tests/simulator/samples.ts'
import { outcome } from './attack.ts'
import type { Attack } from './attack.ts'
import { bareNode, json } from './lab.ts'
import type { Simulator } from './lab.ts'
import { unfinishedBodies } from './unfinished-bodies.ts'
import { uploads } from './uploads.ts'

const megabyte = 1024 * 1024

const draft = (more: object): string => JSON.stringify({ ...minimal(Date.now()), ...more })

type Request = { path: string; body: string | Buffer; headers?: Record<string, string> }

/** What a request costs once a small one of its kind has been answered. */
const priced = async (
  simulator: Simulator,
  small: Request,
  attack: Request,
  bound: { ms: number; mb: number; answerBytes?: number },
) => {
  const { lender } = simulator
  for (let n = 0; n < 3; n += 1) await lender('POST', small.path, small)
  const { ms, mb, answer } = await simulator.cost(() => lender('POST', attack.path, attack))
  const most = bound.answerBytes ?? 100_000
  const isWell = await simulator.isWell()
  const held = ms <= bound.ms && mb <= bound.mb && answer.status < 500 && answer.bytes.length <= most && isWell
  return outcome(
    `${answer.status || 'closed'}, ${ms} ms, ${mb} MB, answer ${answer.bytes.length} B${isWell ? '' : ', dead'}`,
    held,
  )
}

const orders =
  (small: string, attack: string, ms = 100) =>
  async (simulator: Simulator) =>
    priced(
      simulator,
      { path: '/orders', body: small },
      { path: '/orders', body: attack },
      { ms, mb: 64 + attack.length / megabyte },
    )

const inline = (filename: string, content: string): string =>
  draft({ documents: [{ filename, content, content_type: 'text/plain' }] })

const contacts = (count: number): string => {
  const one = { type: 'fax', role: 'moon', value: 7 }
  const borrowers = [
    { role: 'borrower', first_name: 'A', last_name: 'B', contacts: Array.from({ length: count }, () => one) },
  ]
  return draft({ borrowers })
}

const usual = '≤ 100 ms of CPU, ≤ 64 MB beyond the body, no 5xx'

const one = (
  id: string,
  sent: string,
  first: string,
  make: (simulator: Simulator) => ReturnType<Attack['make']>,
  bound = usual,
): Attack => ({
  id,
  sent,
  first,
  bound,
  make: async (lab) => make(await lab.simulator()),
})

export const costlyRequests: Attack[] = [
  one(
    'H2a',
    'an inline document of 80 KB of blanks, then `!`',
    '17 s, everybody waits',
    orders(inline('a.txt', 'aGk='), inline('a.txt', `${' '.repeat(80_000)}!`)),
  ),
  one('H2a, company', 'the same to the control port', '17 s, everybody waits', async (simulator) => {
    const id = await simulator.order()
    const body = { kind: 'other', filename: 'a.txt', content_type: 'text/plain', content: `${' '.repeat(80_000)}!` }
    for (let n = 0; n < 3; n += 1)
      await simulator.company('POST', `/orders/${id}/documents`, { ...body, content: 'aGk=' })
    const { ms, mb, answer } = await simulator.cost(() => simulator.company('POST', `/orders/${id}/documents`, body))
    return outcome(`${answer.status}, ${ms} ms, ${mb} MB`, ms <= 100 && mb <= 64 && answer.status < 500)
  }),
  one(
    'H2b',
    '40,000 numbers in `add_on_codes` (80 KB)',
    '8 s, 3.6 MB of answer',
    orders(draft({ add_on_codes: [1, 2] }), draft({ add_on_codes: Array.from({ length: 40_000 }, () => 7) })),
    `${usual}, answer ≤ 100 KB`,
  ),
  one(
    'H2b, wide',
    '30,000 wrong contacts (1.2 MB)',
    '58 s',
    orders(contacts(2), contacts(30_000)),
    `${usual}, answer ≤ 100 KB`,
  ),
  one(
    'H2b, unknown',
    '15,000 unknown add-ons',
    '11.6 MB of answer (of 100,000)',
    orders(
      draft({ add_on_codes: ['a'] }),
      draft({ add_on_codes: Array.from({ length: 15_000 }, (_, n) => `none-${n}`) }),
    ),
    `${usual}, answer ≤ 100 KB`,
  ),
  one(
    'H2c',
    'a file name of 60 KB of dots and blanks',
    '3 s',
    orders(inline('a.txt', 'aGk='), inline(`${'. '.repeat(30_000)}x`, 'aGk=')),
  ),
  {
    id: 'H3a',
    sent: 'an upload of 50 text parts of 25 MB; then 8 at once',
    first: '1,371 MB; of 8 the process dies',
    bound: '≤ 64 MB each, the service goes on',
    make: async (lab) => {
      const simulator = await lab.simulator()
      const id = await simulator.order()
      const part = Buffer.alloc(25 * megabyte, 0x20)
      const { headers, body } = multipart(
        Array.from({ length: 50 }, (_, n) => ({ name: `t${n}`, value: n < 3 ? part : 'x' })),
      )
      const upload = () => simulator.lender('POST', `/orders/${id}/documents`, { body, headers })
      await simulator.cost(upload, 1)
      const alone = await simulator.cost(upload, 1)
      const eight = await simulator.cost(async () => (await Promise.all(Array.from({ length: 8 }, upload)))[0]!, 1)
      const held = alone.mb <= 64 && eight.mb <= 8 * 64 && (await simulator.isWell())
      return outcome(`${alone.answer.status || 'closed'}, ${alone.mb} MB; 8 at once ${eight.mb} MB`, held)
    },
  },
  ...(['nested', 'wide'] as const).map((shape): Attack => ({
    id: `H3b, ${shape}`,
    sent: `a JSON body of 15.9 MB, the most that is read: ${shape === 'wide' ? 'one list of numbers' : 'lists in lists'}`,
    first: 'of 40 MB: 1 to 2 GB, 8 to 18 s; with a heap of 512 MB the process dies',
    bound: '≤ 100 ms beyond what bare Node takes to read it, ≤ 64 MB beyond the body',
    make: async (lab) => {
      const bare = await bareNode(Math.floor(15.9 * megabyte))
      const simulator = await lab.simulator()
      const half = Math.floor((15.9 * megabyte) / 2)
      const body =
        shape === 'wide' ? `{"x":[${'7,'.repeat(half - 8)}7]}` : `{"x":${'['.repeat(half - 4)}${']'.repeat(half - 4)}}`
      const small = { path: '/orders', body: draft({}) }
      const result = await priced(simulator, small, { path: '/orders', body }, { ms: bare + 100, mb: 16 + 64 })
      return outcome(`${result.now} (bare Node ${bare} ms)`, result.held === true)
    },
  })),
  ...unfinishedBodies,
  ...uploads,
  {
    id: 'L3',
    sent: 'a file with a name of 10,000 letters',
    first: 'taken; its download breaks the client',
    bound: '422',
    make: async (lab) => {
      const simulator = await lab.simulator()
      const id = await simulator.order()
      const { headers, body } = multipart([
        { name: 'kind', value: 'supporting' },
        { name: 'file', value: '%PDF-1.4\n%%EOF', filename: `${'x'.repeat(10_000)}.pdf`, type: 'application/pdf' },
      ])
      const { status } = await simulator.lender('POST', `/orders/${id}/documents`, {
        body,
        headers: { ...json, ...headers },
      })
      return outcome(String(status), status === 422)
    },
  },
]
