// The calendar date at a property: dates are in the property's local time (Resources / Conventions).

import { remembered } from '../lib/remembered.ts'
import { resolvePostalCode } from './resolve-postal-code.ts'
import { zoneTable } from './zone-table.ts'

type Zones = {
  /** By state, where most of its codes are. */
  readonly usual: Map<string, string>
  /** First and last code of each run that has another zone. */
  readonly runs: readonly (readonly [first: number, last: number, zone: string])[]
}

const readZones = remembered((table: string): Zones => {
  const lines = table.trim().split('\n')
  return {
    usual: new Map(
      lines.filter((line) => !line.startsWith('+')).map((line) => line.split(' ') as [state: string, zone: string]),
    ),
    runs: lines
      .filter((line) => line.startsWith('+'))
      .flatMap((line) => {
        const [, zone = '', ...codes] = line.split(' ')
        return codes.map((run) => [Number(run.slice(0, 5)), Number(run.slice(-5)), zone] as const)
      }),
  }
})

/** The last place where the day ends. */
const lastZone = 'Pacific/Pago_Pago'

/** The IANA zone whose time a postal code keeps by the rules of today; where it is not known, the one where the day ends last. */
export const timeZoneOf = remembered((postalCode: string): string => {
  const place = resolvePostalCode(postalCode)
  if (!place) return lastZone
  const { usual, runs } = readZones(zoneTable)
  const code = Number(postalCode.slice(0, 5))
  return runs.find(([first, last]) => code >= first && code <= last)?.[2] ?? usual.get(place.state) ?? lastZone
})

const formatIn = remembered((zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }))

/** Formatting takes long, and no zone is part of a second ahead of another: within a second the date stays what it is. */
const dateIn = remembered((zone: string) => remembered((second: number) => formatIn(zone).format(second * 1000), 1_000))

/** `YYYY-MM-DD` at a property with this postal code. */
export const localDate = (now: number, postalCode: string): string =>
  dateIn(timeZoneOf(postalCode))(Math.floor(now / 1000))
