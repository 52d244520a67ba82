// The file of a form that the record has in part, made again.
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import t from 'tap'
import { curlCall } from './curl-call.ts'
import { bytesOfFilled, filledBody } from './filled-body.ts'
import { recordedExchange } from './recorded-exchange.support.ts'

const form = (file: string, rest = ''): string =>
  `--b1\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${file}\r\n--b1${rest}--\r\n`

const recorded = (text: string, kept = 400) => ({
  text: text.slice(0, kept),
  bytes: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
  cut: true,
})

const file = `\uFEFFThe first – line.\n${"-n It's – a\r\n\ta %s made-up note\\\\n".repeat(5_000)}-n It`

t.test('a file that goes on as it began', async (t) => {
  const body = recorded(form(file))
  const filled = filledBody(body)!
  t.equal(bytesOfFilled(filled).toString(), form(file))
  const exchange = recordedExchange({ method: 'POST', path: '/documents' })
  const call = curlCall({ ...exchange, request: { ...exchange.request, body } }, '"$BASE"', new Map())
  const { stdout } = spawnSync('sh', ['-c', `curl() { cat; }\n${call}`], { encoding: 'utf8' })
  t.equal(stdout, form(file), 'the script sends the same')
})

t.test('nothing is made where it may be another', async (t) => {
  t.equal(filledBody(recorded(form(`${file}\nAnd an end.`))), null)
  t.equal(filledBody(recorded(form(file, '\r\n\r\nanother part\r\n--b1'))), null)
  t.equal(filledBody(recorded('x\n'.repeat(1_000))), null, 'no form')
  t.equal(filledBody({ ...recorded(form(file)), sha256: '' }), null)
  t.equal(filledBody({ ...recorded(form(file)), cut: false }), null, 'the record has all of it')
  t.equal(filledBody(null), null)
})
