// Refuses options of `conform` that it does not have, or whose values it cannot use, each in one sentence.
import { CodedError } from '../contract/coded-error.ts'
import { fewestRequests } from '../run/fewest-requests.ts'
import type { ConformOptions } from './conform-options.ts'

type Kind = { what: string; fits: (value: unknown) => boolean }

const whole = (value: unknown, from: number): boolean => Number.isSafeInteger(value) && (value as number) >= from
const texts: Kind = {
  what: 'a list of texts',
  fits: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
}
const flag: Kind = { what: 'true or false', fits: (value) => typeof value === 'boolean' }
const text: Kind = { what: 'a text', fits: (value) => typeof value === 'string' && value !== '' }

const aboveZero: Kind = {
  what: 'a number above 0',
  fits: (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
}

const kinds: Record<keyof ConformOptions, Kind> = {
  only: texts,
  areas: texts,
  seed: { what: 'a whole number', fits: (value) => whole(value, 0) },
  shuffle: flag,
  budget: { what: `a whole number of ${fewestRequests} or more`, fits: (value) => whole(value, fewestRequests) },
  require: {
    what: 'a number from 0 to 1',
    fits: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  },
  baseline: text,
  ruleSet: text,
  strict: flag,
  contract: text,
  rerun: flag,
  timeoutSeconds: aboveZero,
  maxMinutes: aboveZero,
  patientMinutes: aboveZero,
  allowOrders: flag,
  reporters: {
    what: 'a list of reporters, each with a function `event`',
    fits: (value) =>
      Array.isArray(value) && value.every((one: { event?: unknown } | null) => typeof one?.event === 'function'),
  },
  // A test framework may have an AbortSignal of its own, so that its class says nothing.
  signal: {
    what: 'an AbortSignal',
    fits: (value) => typeof (value as { addEventListener?: unknown } | null)?.addEventListener === 'function',
  },
}

const shown = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}

/** @throws CodedError unknown_option, invalid_option */
export const checkOptions = (options: unknown): void => {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new CodedError('invalid_option', `The options of conform must be a map, but are ${shown(options)}; give one.`)
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof ConformOptions] : undefined
    if (!kind)
      throw new CodedError(
        'unknown_option',
        `conform has no option ${name}; it knows ${Object.keys(kinds).join(', ')}.`,
      )
    if (value !== undefined && !kind.fits(value))
      throw new CodedError('invalid_option', `${name} must be ${kind.what}, but is ${shown(value)}; correct it.`)
  }
}
