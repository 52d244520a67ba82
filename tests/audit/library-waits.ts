// The waits of client libraries by the formulas in their sources, in milliseconds, without the noise of timers and their longest wait.

/** From 0 to 1. */
export type Chance = () => number

export type Library = {
  name: string
  /** Package, version (or commit) and the file that has the formula. */
  from: string
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
    const wait = next - before
    before = next
    return (wait * 2000) / 1.4
  })
}

const jittered = (name: string, from: string, waits: Library['waits']): Library => ({
  name,
  from,
  jitters: true,
  grows: true,
  waits,
})

const plain = (name: string, from: string, waits: Library['waits'], grows = true): Library => ({
  name,
  from,
  jitters: false,
  grows,
  waits,
})

const got = 'got 14.6.6, dist/source/core/calculate-retry-delay.js'
const ky = 'ky 1.14.3, distribution/core/Ky.js and utils/normalize.js'
const axiosRetry = 'axios-retry 4.5.0, dist/cjs/index.js'
const pRetry = 'p-retry 7.1.1, index.js'
const curl = 'curl 7.88.1, src/tool_operate.c'
const faraday = 'faraday 1.1.0, lib/faraday/request/retry.rb'
const guzzle = 'guzzlehttp/guzzle 7.4.5, src/RetryMiddleware.php'
const httpClient5 = 'httpclient5 5.6.5, DefaultHttpRequestRetryStrategy.java'
const resty = 'github.com/go-resty/resty/v2 2.17.2, retry.go'
const undici = 'undici 7.30.2, lib/handler/retry-handler.js'
const urllib3 = 'urllib3 2.8.0, util/retry.py'
const tenacity = 'tenacity 9.2.1, wait.py'
const aiohttpRetry = 'aiohttp-retry 2.9.1, retry_options.py and client.py'
const httpxRetries = 'httpx-retries 0.6.0, retry.py'
const retryableHttp = 'github.com/hashicorp/go-retryablehttp 0.7.8, client.go'
const cenkalti = 'github.com/cenkalti/backoff/v5 5.0.3, exponential.go'
const resilience4j = 'resilience4j at 010b8d2b, IntervalFunction.java'
const springRetry = 'spring-retry at 13ae03c6, ExponentialBackOffPolicy.java and ExponentialRandomBackOffPolicy.java'
const failsafe = 'failsafe at 82895436, RetryPolicyExecutor.java and RandomDelay.java'
const polly = 'Polly at 07124acf, RetryHelper.cs and RetryConstants.cs'
const retryPolicies = 'retry-policies 0.5.2 of reqwest-retry 0.9.1, exponential_backoff.rs and retry_policy.rs'

export const libraries: readonly Library[] = [
  jittered('got, 2 repeats', got, (chance) => count(2, (n) => 1000 * 2 ** n + 100 * chance())),
  jittered('got, 4 repeats', got, (chance) => count(4, (n) => 1000 * 2 ** n + 100 * chance())),
  jittered('Failsafe, back-off with a jitter of 50 ms', failsafe, (chance) =>
    count(many, (n) => 1000 * 2 ** n + 50 * (1 - 2 * chance())),
  ),
  jittered('axios-retry, exponentialDelay', axiosRetry, (chance) =>
    count(3, (n) => 200 * 2 ** n * (1 + 0.2 * chance())),
  ),
  jittered('urllib3, backoff_jitter 0.1 s', urllib3, (chance) => [
    0,
    ...count(many - 1, (n) => 200 * 2 ** n + 100 * chance()),
  ]),
  jittered('tenacity, wait_random_exponential', tenacity, (chance) => count(many, (n) => 1000 * 2 ** n * chance())),
  jittered('tenacity, wait_exponential_jitter', tenacity, (chance) =>
    count(many, (n) => 1000 * 2 ** n + 1000 * chance()),
  ),
  jittered('cenkalti/backoff', cenkalti, (chance) => count(many, (n) => 500 * 1.5 ** n * spread(chance, 0.5))),
  jittered('resilience4j, ofExponentialRandomBackoff', resilience4j, (chance) =>
    count(many, (n) => 500 * 1.5 ** n * spread(chance, 0.5)),
  ),
  jittered('Spring Retry, ExponentialRandomBackOffPolicy', springRetry, (chance) =>
    count(many, (n) => 100 * 2 ** n * (1 + chance())),
  ),
  jittered('p-retry, randomize', pRetry, (chance) => count(10, (n) => 1000 * 2 ** n * (1 + chance()))),
  jittered('ky, jitter', ky, (chance) => count(many, (n) => 300 * 2 ** n * chance())),
  jittered('Polly, exponential with UseJitter', polly, (chance) => decorrelated(chance, many)),
  jittered('reqwest-retry', retryPolicies, (chance) => count(many, (n) => 1000 * 2 ** n * chance())),
  jittered('reqwest-retry, Jitter::Bounded', retryPolicies, (chance) =>
    count(many, (n) => 500 + (1000 * 2 ** n - 500) * chance()),
  ),
  jittered('httpx-retries, backoff_factor 0.5', httpxRetries, (chance) => count(many, (n) => 1000 * 2 ** n * chance())),
  jittered('aiohttp-retry, JitterRetry', aiohttpRetry, (chance) =>
    count(many, (n) => 200 * 2 ** n + 1000 * (2 * chance()) ** 2),
  ),
  jittered('go-retryablehttp, LinearJitterBackoff', retryableHttp, (chance) =>
    count(4, (n) => (1000 + 29_000 * chance()) * (n + 1)),
  ),
  jittered('resty', resty, (chance) =>
    count(many, (n) => Math.max(100, (Math.min(2000, 100 * 2 ** n) / 2) * (1 + chance()))),
  ),
  plain('curl, --retry', curl, () => count(many, (n) => 1000 * 2 ** n)),
  plain('Faraday, backoff_factor 2', faraday, () => count(many, (n) => 100 * 2 ** n)),
  plain('Guzzle, RetryMiddleware', guzzle, () => count(many, (n) => 1000 * 2 ** n)),
  plain('go-retryablehttp', retryableHttp, () => count(4, (n) => 1000 * 2 ** n)),
  plain('urllib3, backoff_factor 0.1', urllib3, () => [0, ...count(many - 1, (n) => 200 * 2 ** n)]),
  plain('tenacity, wait_exponential', tenacity, () => count(many, (n) => 1000 * 2 ** n)),
  plain('p-retry', pRetry, () => count(10, (n) => 1000 * 2 ** n)),
  plain('ky', ky, () => count(many, (n) => 300 * 2 ** n)),
  plain('axios-retry, linearDelay', axiosRetry, () => count(many, (n) => 100 * (n + 1))),
  plain('Polly, exponential', polly, () => count(many, (n) => 2000 * 2 ** n)),
  plain('undici, RetryAgent', undici, () => count(5, (n) => 500 * 2 ** n)),
  plain('aiohttp-retry, ExponentialRetry', aiohttpRetry, () => count(many, (n) => 200 * 2 ** n)),
  plain('Spring Retry, ExponentialBackOffPolicy', springRetry, () => count(many, (n) => 100 * 2 ** n)),
  plain('resilience4j, by default', resilience4j, () => count(many, () => 500), false),
  plain('Polly, by default', polly, () => count(many, () => 2000), false),
  plain('HttpClient 5, with 6 repeats', httpClient5, () => count(many, () => 1000), false),
  plain('tenacity, wait_fixed', tenacity, () => count(many, () => 2000), false),
  // urllib3 and axios-retry do not wait at all by default; OkHttp and axios have no repeats of their own after an answer.
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
