// What differs between expected and received is marked, and only that.
import t from 'tap'
import { html } from './markup.ts'
import { compare, sideBySide } from './side-by-side.ts'

const marked = (expected: unknown, received: unknown): [string, string] => {
  const pair = compare(expected, received)
  return [html`${pair.expected}`.markup, html`${pair.received}`.markup].map((side) =>
    side.replace(/<mark class="(?:want|got)">/g, '[').replaceAll('</mark>', ']'),
  ) as [string, string]
}

t.test('the middle of texts that begin and end alike', async (t) => {
  t.strictSame(marked('application/json; charset=utf-8', 'application/json; charset=latin1'), [
    'application/json; charset=[utf-8]',
    'application/json; charset=[latin1]',
  ])
  t.strictSame(marked('2026-01-01', '2026-01-01T00:00:00Z'), ['2026-01-01', '2026-01-01[T00:00:00Z]'])
})

t.test('texts with little in common are marked whole, and so are values of other kinds', async (t) => {
  t.strictSame(marked('refused with 409', 'answered 200'), ['[refused with 409]', '[answered 200]'])
  t.strictSame(marked('present', 'absent'), ['[present]', '[absent]'])
  t.strictSame(marked(200, 204), ['[200]', '[204]'])
  t.strictSame(marked(409, null), ['[409]', '[null]'])
  t.strictSame(marked(undefined, 'x'), ['[absent]', '[x]'])
})

t.test('the lines of objects that the other lacks', async (t) => {
  const [expected, received] = marked({ code: 'a', status: 1, end: true }, { code: 'a', status: 2, end: true })
  t.equal(expected, '{\n  &quot;code&quot;: &quot;a&quot;,\n[  &quot;status&quot;: 1,]\n  &quot;end&quot;: true\n}\n')
  t.match(received, '[  &quot;status&quot;: 2,]')
})

t.test('a pair of surrogates is not cut in two', async (t) => {
  t.notMatch(marked('abcdef\u{1F600}', 'abcdef\u{1F601}').join(''), 'U+D')
  t.notMatch(marked('\u{1F600}abcdef', '\u{1F500}abcdef').join(''), 'U+D')
})

t.test('the place is shown, and everything escaped', async (t) => {
  t.match(sideBySide('<b>', 'i & j', 'header:X-<a>').markup, /&lt;b&gt;.*i &amp; j.*X-&lt;a&gt;/s)
  t.match(sideBySide(1, 2, '/a/0').markup, '<code>/a/0</code>')
  t.match(sideBySide(1, 2, 'status').markup, 'the <b>status</b>')
})
