// Bodies in files beside a recording are read, from its own folder alone.
import t from 'tap'
import { withAttached } from './attached.ts'
import type { HarEntry } from './har-entry.ts'

const entryWith = (name: string, beside: { text?: string } = {}): HarEntry => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  request: {
    method: 'POST',
    url: 'https://appraisals.example/v1/orders',
    postData: { mimeType: 'application/json', _file: name, ...beside },
  },
})

t.test('a body that stands in a file', async (t) => {
  const folder = t.testdir({
    'outside.json': '{}',
    here: { 'a.json': '{"a":1}', link: t.fixture('symlink', '../outside.json') },
  })
  const textIn = (name: string): string | undefined => {
    const [entry] = withAttached([entryWith(name)], `${folder}/here`)
    const { text, encoding } = entry!.request.postData!
    return text && Buffer.from(text, encoding as 'base64').toString()
  }
  t.equal(textIn('a.json'), '{"a":1}')
  for (const name of ['none.json', '../outside.json', 'link', '', '.']) t.equal(textIn(name), undefined, name)
})

t.test('Playwright writes an empty text beside the name of the file', async (t) => {
  const folder = t.testdir({ 'a.json': '{"a":1}' })
  const bodyIn = (...given: Parameters<typeof entryWith>): string => {
    const { text = '', encoding } = withAttached([entryWith(...given)], folder)[0]!.request.postData!
    return Buffer.from(text, encoding as BufferEncoding | undefined).toString()
  }
  t.equal(bodyIn('a.json', { text: '' }), '{"a":1}')
  t.equal(bodyIn('a.json', { text: '{"b":2}' }), '{"b":2}', 'a text that is there stays')
})
