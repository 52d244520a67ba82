// A long recording is read entry by entry, and gives what it gives as one text, wherever its pieces end.
import t from 'tap'
import { readEntries } from './read-entries.ts'
import { readStream } from './read-stream.ts'

const entry = (number: number): object => ({
  startedDateTime: new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString(),
  _id: `j${number}`,
  request: {
    method: 'POST',
    url: `https://appraisals.example/v1/orders?n=${number}`,
    headers: [
      { name: 'Accept', value: 'application/json' },
      { name: 'Idempotency-Key', value: `key-${number}` },
    ],
    postData: { mimeType: 'application/json', text: JSON.stringify({ text: 'Zoë \u{1F600} "quoted"\n', number }) },
  },
  response: { status: 201, headers: [{ name: 'Accept', value: 'application/json' }], content: { text: '{}' } },
})

const all = Array.from({ length: 20 }, (_, index) => entry(index + 1))
const har = { log: { version: '1.2', creator: { name: 'a tool', version: '1' }, entries: all } }
const lines = all.map((one) => JSON.stringify(one)).join('\n')

const pieces = async function* (text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** As what is longer than some bytes is read. */
const streamed = (text: string, size: number) => readStream(pieces(text, size), 'the journal', 100)

const forms: Record<string, string> = {
  'HAR in one line': JSON.stringify(har),
  'HAR in many lines, with a mark at its beginning': `\uFEFF${JSON.stringify(har, null, 2)}\n`,
  'the log of a HAR file alone, as an extension of a browser gets it': JSON.stringify(har.log),
  'a line for each entry': `${lines}\n\n`,
  'lines, with a mark at their beginning': `\uFEFF${lines}`,
  'a last line that is not whole': `${lines}\n${JSON.stringify(entry(21)).slice(0, 90)}`,
}

for (const [name, text] of Object.entries(forms))
  t.test(name, async (t) => {
    const whole = readEntries(text, 'the journal')
    t.equal(whole.entries.length, 20)
    for (const size of [1, 7, 4096, 1_000_000])
      t.strictSame(await streamed(text, size), whole, `${size} bytes at a time`)
  })

t.test('what is damaged or no journal is refused, wherever it ends', async (t) => {
  const text = JSON.stringify(har)
  for (const length of [200, 1_000, text.length - 2])
    await t.rejects(streamed(text.slice(0, length), 64), { code: 'unreadable_journal', exitCode: 3 }, `${length}`)
  await t.rejects(streamed(`${text}{}`, 64), { code: 'unreadable_journal' })
  await t.rejects(streamed(`${lines.slice(0, 400)}\n${lines}`, 64), { code: 'unreadable_journal', message: /^Line 1 / })
  const odd = { log: { entries: [entry(1), { no: 'entry' }, entry(2)] } }
  await t.rejects(streamed(JSON.stringify(odd), 64), { code: 'unfit_journal', message: /^Entry 2 of the journal/ })
  const none = { log: { version: '1.2', comment: 'x'.repeat(200) } }
  await t.rejects(streamed(JSON.stringify(none), 64), { code: 'unfit_journal' })
})

t.test('headers that come again take no room of their own', async (t) => {
  const { entries } = await streamed(JSON.stringify(har), 64)
  const [first, second] = entries
  t.equal(first!.request.headers![0], second!.request.headers![0])
  t.equal(first!.request.headers![0], first!.response!.headers![0])
  t.not(first!.request.headers![1], second!.request.headers![1])
})
