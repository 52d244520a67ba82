// The passages of a text, by address; and what their fingerprints do not depend on.
import t from 'tap'
import { fingerprint, splitContract } from './split-contract.ts'

const text = `# A contract

One sentence. Another one.

## Limits

| Limit | Value |
|---|---|
| Rate | 10 |
| Size | 5 |
| Rate | 20 |

1. First rule. It says two things.
2. Second rule.

### Sizes

| A | B |
|---|---|
| a | 1 |

Between.

| C | D |
|---|---|
| \`c_d\` | 2 |
`

t.test('every sentence, item and row has an address of headings', async (t) => {
  t.strictSame(
    splitContract(text).map(({ at, words }) => `${at} = ${words}`),
    [
      'paragraph 1 / sentence 1 = One sentence.',
      'paragraph 1 / sentence 2 = Another one.',
      'Limits / row Rate = | Rate | 10 |',
      'Limits / row Size = | Size | 5 |',
      'Limits / row Rate (2) = | Rate | 20 |',
      'Limits / item 1 / sentence 1 = First rule.',
      'Limits / item 1 / sentence 2 = It says two things.',
      'Limits / item 2 = Second rule.',
      'Limits / Sizes / row a = | a | 1 |',
      'Limits / Sizes / paragraph 1 = Between.',
      'Limits / Sizes / table 2 / row `c_d` = | `c_d` | 2 |',
    ],
  )
})

t.test('a copy that is wrapped, padded or marked up otherwise has the same passages', async (t) => {
  const other = text
    .replace('One sentence. Another one.', 'One sentence.\nAnother **one**.')
    .replace('| Size | 5 |', '|  Size   |5|')
    .replaceAll('\n', '\r\n')
  const prints = (of: string): string[] => splitContract(of).map(({ at, words }) => `${at} ${fingerprint(words)}`)
  t.strictSame(prints(other), prints(text))
})

t.test('another word, number, order or sign is another passage', async (t) => {
  for (const other of ['At most 6 a minute.', 'At least 5 a minute.', 'A minute at most 5.', 'At most `5`, a minute.'])
    t.not(fingerprint(other), fingerprint('At most 5 a minute.'), other)
  t.equal(fingerprint('At most `5` a  minute.'), fingerprint('At most 5 a minute.'))
})
