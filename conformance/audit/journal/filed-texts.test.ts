// Bodies of a long recording wait in a file that has no name, come back as they were, and stay in memory where there is no room for files.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createCompact } from './compact.ts'
import { FiledTexts } from './filed-texts.ts'
import type { HarEntry } from './har-entry.ts'

const sizes = [200, 201, 3_000, 65_535, 65_536, 65_537, 400_000]

const texts = Array.from({ length: 200 }, (_, n) => `${n} é\u{1F600}`.padEnd(sizes[n % sizes.length]!, String(n % 10)))

t.test('what was put away comes back, in any order', async (t) => {
  const folder = t.testdir({})
  const filed = new FiledTexts(folder)
  const places = texts.map((text) => filed.put(text))
  t.notOk(places.includes(null))
  t.strictSame(readdirSync(folder), [], 'the file has no name')
  const orders = [
    texts.map((_, n) => n),
    texts.map((_, n) => texts.length - 1 - n),
    texts.map((_, n) => (n * 77) % 200),
  ]
  for (const order of orders) t.ok(order.every((n) => filed.get(places[n]!) === texts[n]))
})

t.test('what is short, or no text of Unicode, stays where it is', async (t) => {
  const filed = new FiledTexts(t.testdir({}))
  t.equal(filed.put('x'.repeat(199)), null)
  t.equal(filed.put(`\uD800${'x'.repeat(300)}`), null)
})

t.test('where no file can be made, nothing is lost', async (t) => {
  const filed = new FiledTexts(join(t.testdir({}), 'none'))
  const places = texts.map((text) => filed.put(text))
  t.ok(places.includes(null))
  t.ok(places.every((place, n) => place === null || filed.get(place) === texts[n]))
})

const entry = (n: number): HarEntry => ({
  startedDateTime: '2026-01-01T00:00:00Z',
  request: {
    method: 'POST',
    url: 'https://appraisals.example/v1/orders',
    headers: [
      { name: 'Authorization', value: `Bearer ${'t'.repeat(500)}` },
      { name: 'Date', value: `${n}` },
    ],
    postData: { mimeType: 'application/json', text: `{"n":${n},"text":"${'x'.repeat(300)}"}` },
  },
  response: { status: 200, headers: [], content: { text: '{}' } },
})

t.test('an entry keeps no long body, and one header that comes again after very many others', async (t) => {
  const compact = createCompact(new FiledTexts(t.testdir({})))
  const entries = Array.from({ length: 30_000 }, (_, n) => compact(entry(n)))
  const [first, last] = [entries[0]!, entries.at(-1)!]
  t.equal(Object.hasOwn(last.request.postData!, 'text'), false, 'it is in the file')
  t.equal(last.request.postData!.text, entry(29_999).request.postData!.text)
  t.equal(last.request.postData!.mimeType, 'application/json')
  t.equal(last.response!.content!.text, '{}', 'a short one is there')
  t.equal(last.request.headers![0], first.request.headers![0])
})
