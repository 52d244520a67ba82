// The waits of client libraries by the formulas of their defaults, in milliseconds, without the noise of timers.

/** From 0 to 1. */
type Chance = () => number

export type Library = {
  name: string
  /** Whether a part of its waits is random, and whether they grow, as it stands by default. */
  jitters: boolean
  grows: boolean
  /** Of one call that fails each time. */
  waits: (chance: Chance) => number[]
}

const count = <T>(length: number, value: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => value(index))

/** Where a library repeats for as long as it is let, or its number of attempts is the first thing that users set. */
const many = 6

const spread = (chance: Chance, part: number): number => 1 - part + 2 * part * chance()

/** As the formula of Polly has it, which keeps the sum of the waits steady. */
const decorrelated = (chance: Chance, length: number): number[] => {
  let before = 0
  return count(length, (index) => {
    const at = index + chance()
    const next = 2 ** at * Math.tanh(Math.sqrt(4 * at))
    const wait = Math.max(0, next - before)
    before = next
    return (wait * 2000) / 1.4
  })
}

const jittered = (name: string, waits: Library['waits']): Library => ({ name, jitters: true, grows: true, waits })
const plain = (name: string, waits: Library['waits'], grows = true): Library => ({ name, jitters: false, grows, waits })

export const libraries: readonly Library[] = [
  jittered('got, 2 repeats', (chance) => count(2, (n) => 1000 * 2 ** n + 100 * chance())),
  jittered('got, 4 repeats', (chance) => count(4, (n) => 1000 * 2 ** n + 100 * chance())),
  jittered('Failsafe, back-off with a jitter of 50 ms', (chance) =>
    count(many, (n) => 1000 * 2 ** n + 50 * (1 - 2 * chance())),
  ),
  jittered('axios-retry, exponentialDelay', (chance) => count(3, (n) => 200 * 2 ** n * (1 + 0.2 * chance()))),
  jittered('urllib3, backoff_jitter 0.1 s', (chance) => [0, ...count(many - 1, (n) => 200 * 2 ** n + 100 * chance())]),
  jittered('tenacity, wait_random_exponential', (chance) => count(many, (n) => 1000 * 2 ** n * chance())),
  jittered('tenacity, wait_exponential_jitter', (chance) => count(many, (n) => 1000 * 2 ** n + 1000 * chance())),
  jittered('cenkalti/backoff', (chance) => count(many, (n) => 500 * 1.5 ** n * spread(chance, 0.5))),
  jittered('resilience4j, ofExponentialRandomBackoff', (chance) =>
    count(many, (n) => 500 * 1.5 ** n * spread(chance, 0.5)),
  ),
  jittered('Spring Retry, ExponentialRandomBackOffPolicy', (chance) =>
    count(many, (n) => 100 * 2 ** n * (1 + chance())),
  ),
  jittered('p-retry, randomize', (chance) => count(many, (n) => 1000 * 2 ** n * (1 + chance()))),
  jittered('ky, jitter', (chance) => count(many, (n) => 300 * 2 ** n * chance())),
  jittered('Polly, UseJitter', (chance) => decorrelated(chance, many)),
  jittered('reqwest-retry', (chance) => count(many, (n) => 1000 * 2 ** n * chance())),
  jittered('aiohttp-retry, JitterRetry', (chance) => count(many, (n) => 100 * 2 ** n + 1000 * chance() ** 2)),
  plain('go-retryablehttp', () => count(4, (n) => 1000 * 2 ** n)),
  plain('urllib3', () => [0, ...count(many - 1, (n) => 200 * 2 ** n)]),
  plain('tenacity, wait_exponential', () => count(many, (n) => Math.max(1000, 1000 * 2 ** n))),
  plain('p-retry', () => count(many, (n) => 1000 * 2 ** n)),
  plain('ky', () => count(many, (n) => 300 * 2 ** n)),
  plain('Polly, exponential', () => count(many, (n) => 2000 * 2 ** n)),
  plain('undici, RetryAgent', () => count(5, (n) => 500 * 2 ** n)),
  plain('aiohttp-retry, ExponentialRetry', () => count(many, (n) => 100 * 2 ** n)),
  plain('Spring Retry, ExponentialBackOffPolicy', () => count(many, (n) => 100 * 2 ** n)),
  plain('resilience4j, by default', () => count(many, () => 500), false),
  plain('tenacity, wait_fixed', () => count(many, () => 2000), false),
  // OkHttp and axios have no repeats of their own after an answer.
]

export const createChance = (seed: number): Chance => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
