// What becomes of a file that holds JSON: values of it are replaced, doubled, halved or left out, and its text is cut, doubled or nested.
import fc from 'fast-check'
import { hostileValues } from '../hostile-values.ts'

/** A share of what there is: as likely anywhere. */
export const anywhere: fc.Arbitrary<number> = fc.noBias(fc.nat({ max: 1_000_003 })).map((part) => part / 1_000_004)

type Change = { how: string | number; at: number; from: number }
export type TextChange = { how: string; at: number }

type Place = { holder: Record<string, unknown>; name: string }

/** Every place in a value, the places in those, and so on. */
const placesIn = (value: unknown): Place[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [
        { holder: value as Record<string, unknown>, name },
        ...placesIn(inner),
      ])
    : []

type Spoil = (place: Place, other: Place) => void

const replaced = (place: Place, value: unknown): void => void (place.holder[place.name] = structuredClone(value))
const listed = ({ holder, name }: Place): unknown[] => [holder[name]].flat()

const spoils: Record<string, Spoil> = {
  left: ({ holder, name }) => (Array.isArray(holder) ? void holder.splice(Number(name), 1) : delete holder[name]),
  doubled: (place) => replaced(place, [...listed(place), ...listed(place)]),
  halved: (place) => replaced(place, listed(place).slice(0, Math.floor(listed(place).length / 2))),
  turned: (place) => replaced(place, listed(place).toReversed()),
  'another of the file': (place, other) => replaced(place, other.holder[other.name]),
  emptied: ({ holder, name }) => {
    const value = holder[name]
    holder[name] = Array.isArray(value) ? [] : typeof value === 'object' ? {} : typeof value === 'string' ? '' : 0
  },
  added: ({ holder }) => void (Array.isArray(holder) ? holder.push(null) : (holder['more'] = 1)),
  'a number more': ({ holder, name }) => void (holder[name] = typeof holder[name] === 'number' ? holder[name] + 1 : 1),
  'a letter more': ({ holder, name }) =>
    void (holder[name] = typeof holder[name] === 'string' ? `${holder[name]}0` : '0'),
}

const change = fc.record({
  how: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...Object.keys(spoils)) },
    { weight: 3, arbitrary: fc.nat({ max: hostileValues.length - 1 }) },
  ),
  at: anywhere,
  from: anywhere,
})

const deep = 20_000

/** Behind the next brace: a member of its object. */
const withMember = (whole: string, place: number, member: string): string => {
  const open = whole.indexOf('{', place)
  const isEmpty = whole[open + 1] === '}'
  return open < 0 ? whole : `${whole.slice(0, open + 1)}${member}${isEmpty ? '' : ','}${whole.slice(open + 1)}`
}

/** The next name of a member, which then stands twice. */
const nextName = (whole: string, place: number): string => /"\w+"(?=:)/.exec(whole.slice(place))?.[0] ?? '"id"'

const textChanges: Record<string, (whole: string, place: number) => string> = {
  cut: (whole, place) => whole.slice(0, place),
  'begun late': (whole, place) => whole.slice(place),
  twice: (whole) => whole + whole,
  'twice in part': (whole, place) => whole.slice(0, place) + whole,
  'a letter other': (whole, place) =>
    `${whole.slice(0, place)}${whole[place] === '1' ? '2' : '1'}${whole.slice(place + 1)}`,
  'a piece out': (whole, place) => whole.slice(0, place) + whole.slice(place + 40),
  nested: (whole, place) => `${whole.slice(0, place)}${'['.repeat(deep)}`,
  'a deep member': (whole, place) => withMember(whole, place, `"deep":${'['.repeat(deep)}${']'.repeat(deep)}`),
  'a member twice': (whole, place) => withMember(whole, place, `${nextName(whole, place)}:7`),
  'a member of all objects': (whole, place) => withMember(whole, place, '"__proto__":{"status":"new"}'),
  'a byte order mark': (whole) => `\u{FEFF}${whole}`,
  'lines of Windows': (whole) => whole.replaceAll('\n', '\r\n'),
  'empty lines': (whole, place) => `${whole.slice(0, place)}\n\n\n${whole.slice(place)}`,
  'a control character': (whole, place) => `${whole.slice(0, place)}\0${whole.slice(place)}`,
  'zeros at its end': (whole) => whole + '\0'.repeat(4_096),
  'zeros for its end': (whole, place) => whole.slice(0, place) + '\0'.repeat(whole.length - place),
  'half a letter': (whole, place) => `${whole.slice(0, place)}\uD83D${whole.slice(place)}`,
}

export const textChange: fc.Arbitrary<TextChange> = fc.record({
  how: fc.constantFrom(...Object.keys(textChanges)),
  at: anywhere,
})

/** Whether each way was drawn: a fuzzer that never tries one shows nothing about it. */
export const undrawn = (seen: ReadonlySet<string | number>): (string | number)[] =>
  [...Object.keys(textChanges), ...Object.keys(spoils)].filter((how) => !seen.has(how))

export const changes: fc.Arbitrary<Change[]> = fc.array(change, { minLength: 1, maxLength: 3 })

/** Changes the value itself. */
export const spoil = (value: object, all: readonly Change[]): void => {
  for (const { how, at, from } of all) {
    const places = placesIn(value)
    const place = places[Math.floor(at * places.length)]
    if (place === undefined) return
    if (typeof how === 'number') replaced(place, hostileValues[how])
    else spoils[how]!(place, places[Math.floor(from * places.length)]!)
  }
}

export const spoiledText = (whole: string, { how, at }: TextChange): string =>
  textChanges[how]!(whole, Math.floor(at * whole.length))
