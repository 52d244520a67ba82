// Refuses options of `createSimulator` that it does not have, or whose values it cannot use, each in one sentence.
import { personaNames } from '../personas/persona-table.ts'
import { OptionError } from '../public/option-error.ts'
import type { PersonaName, SimulatorOptions } from '../public/simulator-options.ts'
import { isObject } from '../lib/is-object.ts'

type Kind = { what: string; fits: (value: unknown) => boolean }

const isRate = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value > 0

const isClock = (value: unknown): boolean =>
  isObject(value) &&
  (value['mode'] === 'accelerated'
    ? isRate(value['rate'])
    : value['rate'] === undefined && /^(real|manual)$/.test(`${value['mode']}`))

/** Paths are written behind it. */
export const isOrigin = (text: string): boolean => /^https?:\/\/[^\s/?#@]+$/i.test(text) && URL.canParse(text)

export const originForm = 'an http or https origin without a path, such as https://sandbox.example.com'

const isTls = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (isObject(value) && typeof value['cert'] === 'string' && typeof value['key'] === 'string')

const port: Kind = {
  what: 'a whole number from 0 to 65535',
  fits: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65535,
}
const text: Kind = { what: 'a text', fits: (value) => typeof value === 'string' && value !== '' }
const flag: Kind = { what: 'true or false', fits: (value) => typeof value === 'boolean' }

const isPersona = (value: unknown): boolean =>
  isObject(value) &&
  personaNames.includes(value['name'] as PersonaName) &&
  (value['seed'] === undefined || Number.isSafeInteger(value['seed'])) &&
  Object.keys(value).every((key) => ['name', 'seed', 'lender_id', 'order_id'].includes(key))

const kinds: Record<keyof SimulatorOptions, Kind> = {
  world: {
    what: 'the name of a world, or a world',
    fits: (value) => typeof value === 'string' || (isObject(value) && isObject(value['roles'])),
  },
  port,
  controlPort: port,
  controlHost: text,
  // A fault in one is reported where it is read, without repeating the value.
  controlToken: { what: 'a text', fits: (value) => typeof value === 'string' },
  controlTls: flag,
  host: text,
  tls: { what: 'true, false or { cert, key } with PEM texts', fits: isTls },
  data: text,
  clock: { what: "{ mode: 'real' }, { mode: 'manual' } or { mode: 'accelerated', rate: 60 }", fits: isClock },
  publicOrigin: {
    what: originForm,
    fits: (value) => typeof value === 'string' && isOrigin(value),
  },
  allowHttpWebhooks: flag,
  verifyWebhookTls: flag,
  readings: {
    what: 'a map of freedoms to readings',
    fits: (value) => isObject(value) && Object.values(value).every((one) => typeof one === 'string'),
  },
  vary: { what: 'a whole number', fits: (value) => Number.isSafeInteger(value) && (value as number) >= 0 },
  like: { what: 'the path of a report.json', fits: text.fits },
  defect: { what: 'the id of a defect', fits: text.fits },
  persona: {
    what: `one of ${personaNames.join(', ')}, or { name, lender_id, order_id, seed }, or a list of these`,
    fits: (value) =>
      personaNames.includes(value as PersonaName) || (Array.isArray(value) ? value : [value]).every(isPersona),
  },
  journal: {
    what: 'false or { entries, bytes } with whole numbers',
    fits: (value) =>
      value === false ||
      (isObject(value) &&
        Object.entries(value).every(
          ([name, one]) => /^(entries|bytes)$/.test(name) && Number.isSafeInteger(one) && (one as number) >= 0,
        )),
  },
  faults: { what: 'a list of faults', fits: (value) => Array.isArray(value) },
  log: {
    what: 'a logger with debug, info, warn and error',
    fits: (value) =>
      ['debug', 'info', 'warn', 'error'].every(
        (level) => typeof (value as Record<string, unknown> | null)?.[level] === 'function',
      ),
  },
}

const mostShown = 200

const shown = (value: unknown): string => {
  const text = whole(value)
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
}

const whole = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return `of type ${typeof value}`
  }
}

/** What cannot even be looked at fits nothing. */
const fits = (kind: Kind, value: unknown): boolean => {
  try {
    return kind.fits(value)
  } catch {
    return false
  }
}

export const controlTlsAlone = (): OptionError =>
  new OptionError('invalid_option', 'controlTls serves the control port with the certificate of tls; give tls too.')

/** @throws OptionError unknown_option, invalid_option */
export const checkOptions = (options: unknown): void => {
  if (!isObject(options))
    throw new OptionError('invalid_option', `The options of createSimulator must be a map, but are ${shown(options)}.`)
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof SimulatorOptions] : undefined
    if (!kind)
      throw new OptionError(
        'unknown_option',
        `createSimulator has no option ${name}; it knows ${Object.keys(kinds).join(', ')}.`,
      )
    if (value !== undefined && !fits(kind, value))
      throw new OptionError('invalid_option', `${name} must be ${kind.what}, but is ${shown(value)}; correct it.`)
  }
}
