// `assay exec --vary SEED --bisect`: whether a client stands what the contract permits, and which readings it does not stand.
import { readingsOf } from '../../behaviour/create-behaviour.ts'
import { conflicts, freedoms, type Choice } from '../../behaviour/readings/choose.ts'
import type { StartOptions } from '../../start/start-simulator.ts'
import { choiceOf, resultText, stepLine, toleratedText, type Pair } from './bisect-text.ts'
import { minimise } from './minimise.ts'
import { tryReadings, type Tried } from './try-readings.ts'

type Bisection = {
  command: readonly string[]
  options: StartOptions & { vary: number }
  mostRuns: number
  write: (text: string) => void
}

/** 0: it stands the readings; 1: it fails for some; 2: it fails without them, or not each time. */
type BisectionEnd = { code: 0 | 1 | 2 } | { signal: NodeJS.Signals }

const isWell = ({ ended }: Tried): boolean => ended.code === 0

/** Whether no two of them, nor one of them and a default reading, exclude each other. */
const isPermitted = (choice: Choice): boolean => {
  const usual = new Map(freedoms().map((freedom) => [freedom.id, freedom.default]))
  const isTaken = (pair: string): boolean => {
    const [id = '', reading] = pair.split('=')
    return (choice[id] ?? usual.get(id)) === reading
  }
  return !conflicts().some((both) => both.every(isTaken))
}

class Interrupted extends Error {
  readonly signal: NodeJS.Signals

  constructor(signal: NodeJS.Signals) {
    super(signal)
    this.signal = signal
  }
}

export const bisect = async ({ command, options, mostRuns, write }: Bisection): Promise<BisectionEnd> => {
  const asked = options.readings ?? {}
  const pairs: Pair[] = Object.entries(readingsOf({ readings: asked, vary: options.vary })).filter(
    ([freedom]) => !(freedom in asked),
  )
  let runs = 0
  const run = async (what: string, some: readonly Pair[]): Promise<Tried> => {
    runs += 1
    const tried = await tryReadings(command, { ...asked, ...choiceOf(some) }, options)
    write(stepLine(runs, what, tried))
    const { signal, passedOn } = tried.ended
    // A command may catch the signal, and end with a code of its own.
    if (passedOn) throw new Interrupted(passedOn)
    if (signal === 'SIGINT' || signal === 'SIGTERM') throw new Interrupted(signal)
    return tried
  }
  try {
    const before = await run('the default readings', [])
    if (!isWell(before)) {
      write(`${before.output}\nThe client must end with exit code 0 under the default readings; correct that first.\n`)
      return { code: 2 }
    }
    const whole = await run(`seed ${options.vary}: ${pairs.length} readings`, pairs)
    const isNew = (rule: string): boolean => !before.violated.includes(rule)
    if (isWell(whole) && !whole.violated.some(isNew)) {
      write(toleratedText(pairs.length, options.vary))
      return { code: 0 }
    }
    const isSame = (tried: Tried): boolean =>
      isWell(whole) ? tried.violated.some((rule) => isNew(rule) && whole.violated.includes(rule)) : !isWell(tried)
    const seen = new Map<string, boolean>()
    const fails = async (some: readonly Pair[]): Promise<boolean | null> => {
      const key = some.map(([freedom]) => freedom).join(' ')
      const known = seen.get(key) ?? (isPermitted({ ...asked, ...choiceOf(some) }) ? undefined : false)
      if (known !== undefined) return known
      // The last run is kept for the proof.
      if (runs >= mostRuns - 1) return null
      const outcome = isSame(await run(`${some.length} of ${pairs.length} readings`, some))
      seen.set(key, outcome)
      return outcome
    }
    const { set, isSmallest } = await minimise(pairs, fails)
    const tried = await run('these once more', set)
    if (!isSame(tried)) {
      write('\nThe client failed with these readings and then did not: it is not the same each time.\n')
      return { code: 2 }
    }
    write(resultText(set, isSmallest, { tried, before, seed: options.vary }))
    return { code: 1 }
  } catch (error) {
    if (error instanceof Interrupted) return { signal: error.signal }
    throw error
  }
}
