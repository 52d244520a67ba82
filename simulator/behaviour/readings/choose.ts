// Which readings a simulator takes: those asked for by name, and for the rest a mix drawn from a seed.
import { createHash } from 'node:crypto'
import { readFixture } from '../../contract/contract.ts'
import { readings } from './index.ts'
import type { Ground } from './reading.ts'

export type Freedom = {
  id: string
  question: string
  readings: Record<string, string>
  default: string
  excludes?: Record<string, string[]>
  /** By reading: inferred rules that a service of that reading does not keep. */
  disputes?: Record<string, string[]>
}

/** Freedom to reading. */
export type Choice = Record<string, string>

export class ReadingError extends Error {
  readonly code: 'unknown_freedom' | 'unknown_reading'

  constructor(code: ReadingError['code'], message: string) {
    super(message)
    this.code = code
  }
}

let known: Freedom[] | undefined

/** Read once: the file is long. */
export const freedoms = (): Freedom[] => (known ??= (readFixture('freedoms.yaml') as { freedoms: Freedom[] }).freedoms)

/** Each entry is two `freedom=reading` that exclude each other; of the two, a mix gives up the second. */
export const conflicts = (): (readonly [kept: string, given: string])[] =>
  freedoms().flatMap(({ id, excludes = {} }) =>
    Object.entries(excludes).flatMap(([reading, others]) =>
      others.map((other) => [`${id}=${reading}`, other] as const),
    ),
  )

/** The readings this simulator can take, the default first. */
export const supported = ({ id, default: usual }: Freedom): string[] => [usual, ...Object.keys(readings[id] ?? {})]

/** A number in [0, 1) for each freedom of a mix, whatever other freedoms there are: a mix outlives additions to the list. */
const draw = (seed: number, id: string): number =>
  createHash('sha256').update(`${seed} ${id}`).digest().readUInt32BE() / 2 ** 32

const check = (all: readonly Freedom[], choice: Choice): void => {
  for (const [id, reading] of Object.entries(choice)) {
    const freedom = all.find((one) => one.id === id)
    if (!freedom)
      throw new ReadingError('unknown_freedom', `There is no freedom ${id}; --list-readings shows those there are.`)
    if (!(reading in freedom.readings))
      throw new ReadingError(
        'unknown_reading',
        `${id} has no reading ${reading}; it has ${Object.keys(freedom.readings).join(', ')}.`,
      )
  }
}

/** The readings other than the default ones; those asked for by name win over those drawn. */
export const chooseReadings = (asked: Choice, seed?: number): Choice => {
  const all = freedoms()
  check(all, asked)
  const choice: Choice = {}
  for (const freedom of all) {
    const open = supported(freedom)
    const drawn = seed === undefined ? null : open[Math.floor(draw(seed, freedom.id) * open.length)]
    const taken = asked[freedom.id] ?? drawn ?? freedom.default
    if (taken !== freedom.default) choice[freedom.id] = taken
  }
  const holds = (pair: string): boolean => {
    const [id = '', reading] = pair.split('=')
    return (choice[id] ?? all.find((one) => one.id === id)?.default) === reading
  }
  for (const [kept, given] of conflicts()) {
    const [id = ''] = given.split('=')
    if (!(id in asked) && holds(kept) && holds(given)) delete choice[id]
  }
  return choice
}

export const takeReadings = (choice: Choice, ground: Ground): void => {
  for (const [id, reading] of Object.entries(choice)) readings[id]?.[reading]?.(ground)
}
