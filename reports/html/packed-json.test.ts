// JSON in a script element ends no script, and is the same JSON when it is unpacked.
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { packedJson } from './packed-json.ts'

t.test('JSON in a script ends no script, and is the same JSON', async (t) => {
  const value = { '</script>': '<!--\u2028\u2029 &amp; \uD800', plain: 'é \u{1F600}', many: 'x'.repeat(10_000) }
  const { markup } = packedJson('data', value)
  const inner = markup.slice(markup.indexOf('>') + 1, markup.lastIndexOf('</script>'))
  t.match(inner, /^[A-Za-z0-9+/=]+$/)
  t.ok(inner.length < 1000, `${inner.length} characters for ${JSON.stringify(value).length}`)
  t.strictSame(JSON.parse(gunzipSync(Buffer.from(inner, 'base64')).toString('utf8')), value)
})
