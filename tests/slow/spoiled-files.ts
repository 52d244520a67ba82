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

export const textChange: fc.Arbitrary<TextChange> = fc.record({
  how: fc.constantFrom('cut', 'twice', 'a letter other', 'a piece out', 'nested'),
  at: anywhere,
})

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

export const spoiledText = (whole: string, { how, at }: TextChange): string => {
  const place = Math.floor(at * whole.length)
  if (how === 'cut') return whole.slice(0, place)
  if (how === 'twice') return whole + whole
  if (how === 'nested') return `${whole.slice(0, place)}${'['.repeat(20_000)}`
  if (how === 'a piece out') return whole.slice(0, place) + whole.slice(place + 40)
  return `${whole.slice(0, place)}${whole[place] === '1' ? '2' : '1'}${whole.slice(place + 1)}`
}
