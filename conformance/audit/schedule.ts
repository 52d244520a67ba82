// Waits between attempts: whether they grow, and whether a part of them is random. The contract names no amount of either.
import { thresholds } from './thresholds.ts'

const { flatRatio, flatNoiseMs, shortestWaitMs, grownRatio, scheduleStepMs, latestMs, jitterRangeMs, jitterChance } =
  thresholds
const { fewestJittered, timers } = thresholds

const sumOf = (waits: readonly number[]): number => waits.reduce((sum, ms) => sum + ms, 0)

/** None is shorter than the one before, within the noise: up to a longest wait, or by little each time. */
const rise = (waits: readonly number[]): boolean =>
  waits.at(-1)! > waits[0]! && waits.every((ms, index) => index === 0 || ms * flatRatio >= waits[index - 1]!)

/** The client sends again at once; what lies between is the way there and back. */
const areNone = (waits: readonly number[]): boolean => {
  const half = waits.length >> 1
  const [first, second] = [waits.slice(0, half), waits.slice(-half)]
  const hasGrown = sumOf(second) > grownRatio * sumOf(first) || rise(waits)
  return waits.every((ms) => ms < shortestWaitMs) && !hasGrown
}

export const isFlat = (waits: readonly number[]): boolean => {
  const [least, most] = [Math.min(...waits), Math.max(...waits)]
  return most <= flatRatio * least + flatNoiseMs || areNone(waits)
}

const steps = (ms: number): number => Math.floor((ms + 1) / scheduleStepMs) * scheduleStepMs

/** From each wait to the next: the same, N times as long, or longer by the first wait. */
const growths: readonly ((first: number, index: number) => number)[] = [
  ...[1, 1.5, 2, 3, 4, 5, 10].map(
    (factor) =>
      (first: number, index: number): number =>
        first * factor ** index,
  ),
  (first, index) => first * (index + 1),
]

/** How late each wait is by a schedule that has no random part, up to a longest wait; null where no schedule fits. */
const latenessIn = (waits: readonly number[], slack: number): number[] | null => {
  const asked = waits.map((wait) => wait / (1 + slack))
  const first = steps(asked[0]!)
  const [before = 0, last = 0] = asked.slice(-2)
  const mosts = [Infinity, ...(Math.abs(last - before) <= latestMs ? [steps(last)] : [])]
  for (const growth of growths)
    for (const most of mosts) {
      const lateOf = (wait: number, index: number): number => wait - Math.min(growth(first, index), most)
      const fits = (wait: number, index: number): boolean =>
        lateOf(wait, index) >= -1 && lateOf(wait, index) <= latestMs
      if (asked.every(fits)) return asked.map(lateOf)
    }
  return null
}

/** How likely waits with a random part are to be no further apart than this. */
const chanceOf = (count: number, rangeMs: number): number => latestMs * ((rangeMs + 1) / jitterRangeMs) ** count

const rangeOf = (all: readonly number[]): number => {
  const [least, most] = all.reduce(([low, high], ms) => [Math.min(low, ms), Math.max(high, ms)], [Infinity, -Infinity])
  return most - least
}

/**
 * Of calls that fail alike, the waits at one place: a list of waits that fits no formula is shown by them alone, such as 1, 3 and 15
 * seconds. False where they are the same, null where that may be chance.
 */
const differ = (series: readonly (readonly number[])[]): boolean | null => {
  const longest = Math.max(...series.map(({ length }) => length))
  const places = Array.from({ length: longest }, (_, place) => series.flatMap((waits) => waits[place] ?? []))
  const met = places.filter(({ length }) => length > 1)
  const range = Math.max(...met.map(rangeOf))
  if (met.length === 0 || range > latestMs) return true
  const count = met.reduce((sum, { length }) => sum + length - 1, 0)
  const ways = met.reduce((product, { length }) => product * length, 1)
  return ways * ((range + 1) / jitterRangeMs) ** count < jitterChance ? false : null
}

/** Of all series of one client; null where there is too little to tell. */
export const isJittered = (series: readonly (readonly number[])[]): boolean | null => {
  const count = series.flat().length
  if (count < fewestJittered) return null
  const fitting = timers.flatMap(({ slack, share }) => {
    const late = series.map((waits) => latenessIn(waits, slack))
    return late.includes(null) ? [] : [{ rangeMs: rangeOf(late.flat() as number[]), share }]
  })
  if (fitting.length === 0) return differ(series)
  return fitting.some(({ rangeMs, share }) => chanceOf(count, rangeMs) < jitterChance * share) ? false : null
}
