// Text of whatever origin as text of Markdown: readable unrendered, and nothing in it marks, links or ends a cell.
import t from 'tap'
import { words } from './markdown-texts.ts'

t.test('an id and a status read as they are', (t) => {
  for (const text of ['actions.hold-refused', 'report_complete', 'expected #, received 200', 'a.b'])
    t.equal(words(text), text)
  t.end()
})

t.test(
  'a sign that would mark something is behind a backslash; a name or number that would be linked has none of it',
  (t) => {
    t.equal(words('*a* _b_ [c](d) | ~~e~~ `f` \\'), String.raw`\*a\* \_b\_ \[c\](d) \| \~\~e\~\~ \`f\` ` + '\\\\')
    t.equal(words('@someone #12'), '&#64;someone &#35;12')
    t.equal(words('# a'), String.raw`\# a`)
    t.equal(words('<b> & c'), '&lt;b&gt; &amp; c')
    t.end()
  },
)
