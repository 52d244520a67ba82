// The calendar date at a property: dates are in the property's local time (Resources / Conventions).

import { remembered } from '../remembered.ts'
import { stateNames } from './state-names.ts'

/** One IANA zone a state or territory; where a state spans two, the western one, so that a date is never called past too early. */
const zones: Record<string, string> = {
  AL: 'America/Chicago',
  AK: 'America/Adak',
  AZ: 'America/Phoenix',
  AR: 'America/Chicago',
  CA: 'America/Los_Angeles',
  CO: 'America/Denver',
  CT: 'America/New_York',
  DE: 'America/New_York',
  DC: 'America/New_York',
  FL: 'America/Chicago',
  GA: 'America/New_York',
  HI: 'Pacific/Honolulu',
  ID: 'America/Los_Angeles',
  IL: 'America/Chicago',
  IN: 'America/Chicago',
  IA: 'America/Chicago',
  KS: 'America/Denver',
  KY: 'America/Chicago',
  LA: 'America/Chicago',
  ME: 'America/New_York',
  MD: 'America/New_York',
  MA: 'America/New_York',
  MI: 'America/Chicago',
  MN: 'America/Chicago',
  MS: 'America/Chicago',
  MO: 'America/Chicago',
  MT: 'America/Denver',
  NE: 'America/Denver',
  NV: 'America/Los_Angeles',
  NH: 'America/New_York',
  NJ: 'America/New_York',
  NM: 'America/Denver',
  NY: 'America/New_York',
  NC: 'America/New_York',
  ND: 'America/Denver',
  OH: 'America/New_York',
  OK: 'America/Denver',
  OR: 'America/Los_Angeles',
  PA: 'America/New_York',
  RI: 'America/New_York',
  SC: 'America/New_York',
  SD: 'America/Denver',
  TN: 'America/Chicago',
  TX: 'America/Denver',
  UT: 'America/Denver',
  VT: 'America/New_York',
  VA: 'America/New_York',
  WA: 'America/Los_Angeles',
  WV: 'America/New_York',
  WI: 'America/Chicago',
  WY: 'America/Denver',
  PR: 'America/Puerto_Rico',
  VI: 'America/St_Thomas',
  GU: 'Pacific/Guam',
  MP: 'Pacific/Saipan',
  AS: 'Pacific/Pago_Pago',
}

const codes = new Map(Object.entries(stateNames).map(([code, name]) => [name, code]))

const formatIn = remembered((zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }))

/** Formatting takes long, and no zone is part of a second ahead of another: within a second the date stays what it is. */
const dateIn = remembered((zone: string) => remembered((second: number) => formatIn(zone).format(second * 1000), 1_000))

/** `YYYY-MM-DD` at the property; an unknown state counts as the last place where the day ends. */
export const localDate = (now: number, state: string | null): string => {
  const zone = zones[state ?? ''] ?? zones[codes.get(state ?? '') ?? ''] ?? 'Pacific/Pago_Pago'
  return dateIn(zone)(Math.floor(now / 1000))
}
