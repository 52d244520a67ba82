import t from 'tap'
import { replaceEmailAddresses } from './email-addresses.ts'

const marked = (text: string) => replaceEmailAddresses(text, (address) => `<${address}>`)

t.test('finds addresses where they stand', async (t) => {
  for (const [text, expected] of [
    ['mail to maria.lopez+x@example.test, please', 'mail to <maria.lopez+x@example.test>, please'],
    ['"a@b.c","d@e.f"', '"<a@b.c>","<d@e.f>"'],
    ['a@b.c@d.e', '<a@b.c>@d.e'],
    ['a@b, @c.d, e@, @, f@g.', 'a@b, @c.d, e@, @, f@g.'],
    ['a@@b.c', 'a@@b.c'],
    ['', ''],
  ] as const)
    t.equal(marked(text), expected)
})

t.test('a word of megabytes takes no more time than its letters', async (t) => {
  const letters = 'a'.repeat(4_000_000)
  t.equal(marked(letters), letters)
  t.equal(marked(`${letters}@${letters}`), `${letters}@${letters}`)
  t.equal(marked('a@'.repeat(1_000_000)), 'a@'.repeat(1_000_000))
})
