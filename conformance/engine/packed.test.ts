// A packed body is read before it is recorded: a secret is no less shown in it.
import { createHash } from 'node:crypto'
import t from 'tap'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, inflateRawSync } from 'node:zlib'
import type { Exchange, Headers } from '../evidence/exchange.ts'
import { createPersonal } from '../sut/personal.ts'
import { createSecrets } from '../sut/secrets.ts'
import { createRecorder } from './record.ts'

const secret = 'Qz7wert-Hk29_vbn'

const recorded = (body: Uint8Array, encoding?: string) => {
  const secrets = createSecrets()
  secrets.add('client secret', secret)
  const headers: Headers = encoding === undefined ? [] : [['Content-Encoding', encoding]]
  const request = { method: 'GET', url: 'https://x/v1/account', headers: [], body: null }
  const response = { status: 200, headers, body: new Uint8Array(body) }
  const exchange = { id: 'x1', request, response, failure: null, startedAt: 0, ms: 1 } as unknown as Exchange
  return createRecorder(secrets, createPersonal()).exchange(exchange).response!.body!
}

const kept = (bytes: Uint8Array, body: ReturnType<typeof recorded>) =>
  body.base64 === Buffer.from(bytes).toString('base64')

t.test('with a secret in it nothing is kept', async (t) => {
  const text = `{"echo":"${secret}"}`
  for (const [encoding, pack] of [
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    [undefined, gzipSync],
  ] as const)
    t.notOk(kept(pack(text), recorded(pack(text), encoding)), encoding ?? 'a file')
  const long = gzipSync(text + '. '.repeat(60_000))
  t.notOk(kept(long.subarray(0, -8), recorded(long.subarray(0, -8), 'gzip')), 'nor of one that breaks off')
  const bomb = gzipSync(Buffer.alloc(20_000_000))
  t.notOk(kept(bomb, recorded(bomb, 'gzip')), 'nor of one that says too much')
})

t.test('nor where the body is another text, read in another way', async (t) => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 }
  const isRaw = (bytes: Buffer): boolean => {
    try {
      return inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).length >= 0
    } catch {
      return false
    }
  }
  const packed = Array.from({ length: 100 }, (_, n) => {
    const more = createHash('sha512').update(String(n)).digest('base64').slice(0, n)
    return brotliCompressSync(`{"echo":"${secret}${more}"}`, { params })
  })
  const ambiguous = packed.filter(isRaw)
  t.not(ambiguous.length, 0)
  for (const bytes of ambiguous) t.notOk(kept(bytes, recorded(bytes, 'br')))
})

t.test('without one it is kept as it came', async (t) => {
  for (const [encoding, bytes] of [
    ['gzip', gzipSync('{"echo":"nothing"}')],
    ['gzip', Buffer.from([0xff, 0xfe, 0])],
    [undefined, Buffer.from([0x1f, 0x8b, 0])],
    [undefined, Buffer.from([0xff, 0xfe, 0])],
  ] as const)
    t.ok(kept(bytes, recorded(bytes, encoding)), encoding ?? 'no header')
})
