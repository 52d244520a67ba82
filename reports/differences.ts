// Where two JSON values differ: the first place in both, and how many more there are.
import { isHolder } from './plain-values.ts'
import { shortly, times } from './texts.ts'

type Difference = { path: string; expected: unknown; received: unknown }

/** A name as a step of a JSON pointer. */
export const asPart = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** More are not counted. */
const most = 200

const collect = (expected: unknown, received: unknown, path: string, into: Difference[]): void => {
  if (into.length >= most || Object.is(expected, received)) return
  if (!isHolder(expected) || !isHolder(received) || Array.isArray(expected) !== Array.isArray(received)) {
    into.push({ path, expected, received })
    return
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(received)]))
    collect(
      Object.hasOwn(expected, key) ? expected[key] : undefined,
      Object.hasOwn(received, key) ? received[key] : undefined,
      `${path}/${asPart(key)}`,
      into,
    )
}

/** Each with a JSON pointer from the value on; what is undefined is absent. */
export const differencesOf = (expected: unknown, received: unknown): Difference[] => {
  const found: Difference[] = []
  collect(expected, received, '', found)
  return found
}

type Place = {
  /** Of the first difference; as the finding has it where its values are no objects or arrays. */
  pointer: string | null
  expected: unknown
  received: unknown
  /** The other differences, each with its whole pointer. */
  others: Difference[]
}

/** What a finding is about: of two objects or two arrays the first place in which they differ. */
export const placeOfFinding = (finding: { pointer: string | null; expected: unknown; received: unknown }): Place => {
  const { pointer, expected, received } = finding
  const [first, ...others] = isHolder(expected) && isHolder(received) ? differencesOf(expected, received) : []
  if (first === undefined || first.path === '') return { pointer, expected, received, others: [] }
  const start = pointer?.startsWith('/') ? pointer : ''
  const from = (one: Difference): Difference => ({ ...one, path: `${start}${one.path}` })
  return { ...from(first), pointer: `${start}${first.path}`, others: others.map(from) }
}

const mostOthers = 3

/** The further places in which the values differ, a few of them with both values. */
export const otherPlaces = ({ others }: Place): string[] => {
  const left = others.length - mostOthers
  return [
    ...others
      .slice(0, mostOthers)
      .map(
        (one) =>
          `${shortly(one.path, 80)}: expected ${shortly(one.expected, 60)}, received ${shortly(one.received, 60)}`,
      ),
    ...(left > 0 ? [`and ${times(left, 'more place')}`] : []),
  ]
}
