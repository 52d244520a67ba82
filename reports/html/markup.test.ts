// Nothing that a target sends becomes markup, ends a script, or hides from the reader.
import t from 'tap'
import { escapeText, html, join, raw, visible } from './markup.ts'

t.test('texts and attributes are escaped', async (t) => {
  t.equal(
    html`<p title="${'" onload="x'}">${'<script>'}</p>`.markup,
    '<p title="&quot; onload=&quot;x">&lt;script&gt;</p>',
  )
  t.equal(escapeText(`'&`), '&#39;&amp;')
})

t.test('markup, lists and what is absent', async (t) => {
  t.equal(html`${html`<b>${'a'}</b>`}${[1, ' ', html`<i></i>`]}${null}${undefined}${false}`.markup, '<b>a</b>1 <i></i>')
  t.equal(join(['<', raw('<')], ' & ').markup, '&lt; &amp; <')
})

t.test('the indent of the source is left out, that of a value is not', async (t) => {
  const texts = Object.assign(['<p>\n      ', '\n   </p>'], { raw: [] })
  t.equal(html(texts, '  a\n    b').markup, '<p>\n  a\n    b\n</p>')
})

t.test('what would not be seen is shown by its code', async (t) => {
  t.equal(visible('a\u202Eb\u2066\u200B'), 'a⟨U+202E⟩b⟨U+2066⟩⟨U+200B⟩')
  t.equal(visible('\0\u001B[31m\u2028'), '⟨U+0000⟩⟨U+001B⟩[31m⟨U+2028⟩')
  t.equal(visible('\uD800 \u{1F600}'), '⟨U+D800⟩ \u{1F600}', 'half of a pair, and a whole one')
  t.equal(visible('a\tb\nc\r'), 'a\tb\nc\r')
})
