// The county of a postal code: where most of its people live, and where nobody does, what the crosswalk of the housing department says.
import { countyByCensus, fewPeople } from './postal-corrections.ts'

/** A county by the five digits of the census; a share of the people of a code. */
type Share = { readonly county: string; readonly part: number }
type CountyNames = (digits: string | undefined, state: string) => string | undefined

export type CountySources = {
  /** Of a census tabulation area: which part of its people lives in which county, and how many they are. */
  readonly shares: ReadonlyMap<string, readonly Share[]>
  readonly people: ReadonlyMap<string, number>
  /** One county of each code, without shares: exact where the code lies in one county. */
  readonly crosswalk: ReadonlyMap<string, string>
  readonly nameOf: CountyNames
}

const rows = (text: string): string[][] =>
  text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','))

const numbers = (digits: string): string => countyByCensus[digits] ?? digits

export function readShares(text: string): Map<string, Share[]> {
  const shares = new Map<string, Share[]>()
  for (const [county = '', code = '', part] of rows(text))
    shares.set(code, [...(shares.get(code) ?? []), { county: numbers(county.padStart(5, '0')), part: Number(part) }])
  return shares
}

export const readPeople = (text: string): Map<string, number> =>
  new Map(rows(text).map(([code = '', people]) => [code, Number(people)]))

export const readCrosswalk = (text: string): Map<string, string> =>
  new Map(rows(text).map(([code = '', county = '']) => [code, numbers(county)]))

/** GeoNames's names, and of states that are not there, or have other counties there, those of the crosswalk. */
export function readNames(geonames: string, crosswalk: string, nameOf: (raw: string) => string): CountyNames {
  const names = new Map<string, string>()
  const states = new Map<string, string>()
  for (const [, digits = '', county = '', state = ''] of rows(crosswalk)) {
    states.set(state, digits.slice(0, 2))
    if (numbers(digits) !== '') names.set(numbers(digits), county)
  }
  for (const line of geonames.split('\n')) {
    const [, , , , state = '', county = '', digits = ''] = line.split('\t')
    if (digits !== '' && state !== 'CT' && county !== '') names.set(`${states.get(state)}${digits}`, nameOf(county))
  }
  return (digits, state) => (digits?.startsWith(states.get(state) ?? '-') ? names.get(digits) : undefined)
}

/** Counties of another state than the code's count for nothing: the state is that of the post office. */
export function mostPeople({ shares, nameOf }: CountySources, code: string, state: string): string | undefined {
  const inState = (shares.get(code) ?? []).filter(({ county }) => nameOf(county, state) !== undefined)
  const most = inState.toSorted((one, other) => other.part - one.part)[0]
  return nameOf(most?.county, state)
}

/**
 * The areas of the census in which hardly anybody lives are post offices whose boxes stand elsewhere: there the other two decide where
 * they agree.
 */
export function countyOf(sources: CountySources, code: string, state: string, geonames: string): string {
  const lived = mostPeople(sources, code, state)
  const listed = sources.nameOf(sources.crosswalk.get(code), state)
  const isHardlyLivedIn = (sources.people.get(code) ?? 0) < fewPeople
  if (lived !== undefined && !(isHardlyLivedIn && listed === geonames)) return lived
  return listed ?? geonames
}
