// How often the audit blames a client for its waits, by the formula of its library and with the noise of timers.
import { isFlat, isJittered } from '../../conformance/audit/schedule.ts'
import { thresholds } from '../../conformance/audit/thresholds.ts'
import { createChance, type Library } from './library-waits.ts'

/** Runs in which the client is blamed for waits without jitter, and for waits that do not grow. */
type Blame = { jitter: number; growth: number }

/** A timer is late, and a recorder writes whole milliseconds. */
const noiseMs = 3

/** Calls that fail in one journal. */
const calls = [1, 2, 3]

export const blameIn = ({ waits }: Library, runs: number, slack: number, seed = 1): Blame => {
  const chance = createChance(seed)
  const blame = { jitter: 0, growth: 0 }
  for (let run = 0; run < runs; run += 1) {
    const series = Array.from({ length: calls[run % calls.length]! }, () =>
      waits(chance).map((ms) => Math.round(ms * (1 + slack) + noiseMs * chance())),
    )
    const long = series.filter(({ length }) => length >= thresholds.fewestGrowing)
    if (long.some((one) => isFlat(one.slice(0, thresholds.fewestGrowing)))) blame.growth += 1
    // As the rule has it: leading waits that are none are left out.
    const chosen = series
      .map((one) =>
        one.slice(
          Math.max(
            0,
            one.findIndex((ms) => ms >= thresholds.shortestWaitMs),
          ),
        ),
      )
      .filter((one) => one.length > 1 && one.every((ms) => ms >= thresholds.shortestWaitMs))
    if (isJittered(chosen) === false) blame.jitter += 1
  }
  return blame
}
