// Targets that lie about their rate: what they say of it, with which status, and from which request on. A family, of which a seed draws some.
import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import type { Busy, Call } from './meanwhile/busy-target.ts'

const never = '99999999999999999999'

/** Which of the requests are answered so, `n` of them after the first. */
const hit: Record<string, (call: Call, n: number) => boolean> = {
  'every request': () => true,
  'every second request': (_call, n) => n % 2 === 1,
  'all after 40': (_call, n) => n >= 40,
  'all after 150': (_call, n) => n >= 150,
  tokens: ({ name }) => name === 'POST /oauth/token',
  'tokens after 40': ({ name }, n) => n >= 40 && name === 'POST /oauth/token',
  creates: ({ name }) => name === 'POST /orders',
  reads: ({ name }, n) => n > 3 && name.startsWith('GET '),
  'the webhook': ({ name }) => name.endsWith('/webhook'),
  'all but a ping': ({ name }) => name !== 'GET /ping',
}

const waits = [
  'absent',
  '',
  ' ',
  '0',
  '-5',
  '1',
  '59',
  '59.9',
  '60',
  '90',
  '1e9',
  '86400',
  never,
  'NaN',
  'Infinity',
  '0x7fffffff',
  'soon',
  '60, 120',
  'Wed, 21 Oct 2125 07:28:00 GMT',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  '+275760-09-13',
  '1\t',
  '٣',
] as const

/** Unix seconds, by now. */
const resets: Record<string, (now: number, n: number) => string> = {
  'as it is': () => '',
  now: (now) => String(now),
  'in the past': () => '1',
  'always a minute ahead': (now) => String(now + 60),
  'an hour ahead': (now) => String(now + 3600),
  'in the year 9999': () => '253402300799',
  'beyond any number': () => never,
  'to and fro': (now, n) => String(now + (n % 2 === 0 ? 1 : 3600)),
  'in words': () => 'tomorrow',
  negative: () => '-1',
}

const remains: Record<string, (n: number) => string> = {
  'as it is': () => '',
  nothing: () => '0',
  'less than nothing': () => '-1',
  one: () => '1',
  all: () => '600',
  'more than any': () => never,
  'up and down': (n) => String(n % 2 === 0 ? 0 : 600),
  'in words': () => 'some',
}

type Lie = {
  hits: string
  /** Null: the answer comes as it is, and its headers lie. */
  status: 429 | 503 | null
  retryAfter: string
  reset: string
  remaining: string
  isUncontrolled: boolean
}

const lie: fc.Arbitrary<Lie> = fc.record({
  hits: fc.constantFrom(...Object.keys(hit)),
  status: fc.constantFrom(429, 503, null),
  retryAfter: fc.constantFrom(...waits),
  reset: fc.constantFrom(...Object.keys(resets)),
  remaining: fc.constantFrom(...Object.keys(remains)),
  isUncontrolled: fc.boolean(),
})

/** Whose window never ends, by its word, is waited for as long as a run waits for anything. */
const endless: Lie = {
  hits: 'every request',
  status: null,
  retryAfter: 'absent',
  reset: 'in the year 9999',
  remaining: 'nothing',
  isUncontrolled: true,
}

export const drawn = (seed: number, count: number): Lie[] => [endless, ...fc.sample(lie, { seed, numRuns: count })]

export const named = ({ hits, status, retryAfter, reset, remaining, isUncontrolled }: Lie): string =>
  `${hits}: ${status ?? 'as it is'}, Retry-After ${JSON.stringify(retryAfter)}, reset ${reset}, remaining ${remaining}` +
  (isUncontrolled ? ', no control port' : '')

export const lying = ({ hits, status, retryAfter, reset, remaining, isUncontrolled }: Lie): Busy => {
  let n = -1
  return {
    isUncontrolled,
    answer: (call, reply, response: ServerResponse) => {
      n += 1
      if (!hit[hits]!(call, n)) return false
      const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = reply.headers
      const said = {
        'x-ratelimit-reset': resets[reset]!(Math.floor(Date.now() / 1000), n),
        'x-ratelimit-remaining': remains[remaining]!(n),
        ...(retryAfter === 'absent' ? {} : { 'retry-after': retryAfter }),
      }
      for (const [name, value] of Object.entries(said))
        if (value !== '') headers[name] = encodeURI(value).replaceAll('%20', ' ').replaceAll('%09', '\t')
      response.writeHead(status ?? reply.status, headers)
      const code = status === 429 ? 'rate_limited' : 'service_unavailable'
      const refusal = { code, message: 'Later.', correlation_id: 'cor_1' }
      response.end(
        status === null ? (reply.body === undefined ? '' : JSON.stringify(reply.body)) : JSON.stringify(refusal),
      )
      return true
    },
  }
}
