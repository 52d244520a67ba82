// Bodies in files beside a recording are read, from its own folder alone.
import t from 'tap'
import { withAttached } from './attached.ts'
import type { HarEntry } from './har-entry.ts'

const entryWith = (name: string): HarEntry => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  request: {
    method: 'POST',
    url: 'https://appraisals.example/v1/orders',
    postData: { mimeType: 'application/json', _file: name },
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
