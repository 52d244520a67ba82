// Passages that are in place, moved, changed, lost, and not known.
import t from 'tap'
import { checkPassages } from './check-passages.ts'
import type { KnownPassage } from './contract.ts'
import { fingerprint, splitContract } from './split-contract.ts'

const text = `# A contract

## Limits

| Limit | Value |
|---|---|
| Rate | 10 |
| Size | 5 |

1. Calls are counted. A refused call counts too.
2. Nothing else counts.

## Ends

1. Nothing else counts.
`

const known = new Map(
  splitContract(text).map(({ at, words }, index): [string, KnownPassage] => [
    `P${index + 1}`,
    { at, words: fingerprint(words) },
  ]),
)

const resultOf = (copy: string): string[] => {
  const { found, added } = checkPassages(copy, known)
  return [
    ...found.flatMap((one) => (one.is === 'there' ? [] : [`${one.id} ${one.is}${'to' in one ? ` to ${one.to}` : ''}`])),
    ...added.map(({ at }) => `new ${at}`),
  ]
}

t.test('a copy as it was has every passage in place, with its words', async (t) => {
  t.strictSame(resultOf(text), [])
  t.match(checkPassages(text, known).found[0], { id: 'P1', is: 'there', words: '| Rate | 10 |' })
})

t.test('other words in the same place are a change', async (t) => {
  t.strictSame(resultOf(text.replace('| 10 |', '| 11 |')), ['P1 changed'])
  t.strictSame(resultOf(text.replace('A refused call counts too.', 'No refused call counts.')), ['P4 changed'])
})

t.test('what is new or changed comes with the fingerprint that its row needs', async (t) => {
  const longer = text.replace('| Size | 5 |', '| Size | 5 |\n| Doors | 7 |')
  t.strictSame(checkPassages(longer, known).added, [{ at: 'Limits / row Doors', words: fingerprint('| Doors | 7 |') }])
  const { found } = checkPassages(text.replace('| 10 |', '| 11 |'), known)
  t.match(found[0], { is: 'changed', now: fingerprint('| Rate | 11 |') })
})

t.test('the same words in another place have moved', async (t) => {
  t.strictSame(resultOf(text.replace('## Limits', '## Bounds')), [
    'P1 moved to Bounds / row Rate',
    'P2 moved to Bounds / row Size',
    'P3 moved to Bounds / item 1 / sentence 1',
    'P4 moved to Bounds / item 1 / sentence 2',
    'P5 moved to Bounds / item 2',
  ])
  t.match(checkPassages(text.replace('## Ends', '## Last'), known).found[5], { is: 'moved', to: 'Last / item 1' })
})

t.test('an item between others moves those behind it, and is new itself', async (t) => {
  const copy = text
    .replace('1. Calls are counted.', '1. Calls are free.\n2. Calls are counted.')
    .replace('2. Nothing', '3. Nothing')
  t.strictSame(resultOf(copy), [
    'P3 moved to Limits / item 2 / sentence 1',
    'P4 moved to Limits / item 2 / sentence 2',
    'P5 moved to Limits / item 3',
    'new Limits / item 1',
  ])
})

t.test('what is nowhere is lost, and takes the place of nothing else', async (t) => {
  t.strictSame(resultOf(text.replace('| Size | 5 |\n', '')), ['P2 lost'])
  // Both have the same words: the one that is left stands for itself alone.
  t.strictSame(resultOf(text.replace('2. Nothing else counts.\n', '')), ['P5 lost'])
  t.equal(resultOf('# Another document\n\nOf another kind.\n').filter((line) => line.endsWith('lost')).length, 6)
})
