// A sorted list in buckets: add, remove, index and rank stay cheap at hundreds of thousands of keys.

/** A run of neighbouring keys, with a summary that is worked out when first asked for after a change. */
class Bucket<K, S> {
  readonly keys: K[]
  readonly #summarise: (keys: readonly K[]) => S
  #summary: { value: S } | undefined

  constructor(keys: K[], summarise: (keys: readonly K[]) => S) {
    this.keys = keys
    this.#summarise = summarise
  }

  get summary(): S {
    this.#summary ??= { value: this.#summarise(this.keys) }
    return this.#summary.value
  }

  changed(): void {
    this.#summary = undefined
  }
}

type SortedListOptions<P, K extends P, S> = {
  /** A total order over the keys; it reads only what a probe has. */
  compare: (a: P, b: P) => number
  summarise?: (keys: readonly K[]) => S
  /** Keys per bucket at most. */
  bucketSize?: number
}

/** `P` is what the order reads of a key `K`, so that a probe need not be a whole key. */
export class SortedList<P, K extends P, S = undefined> {
  readonly #compare: (a: P, b: P) => number
  readonly #summarise: (keys: readonly K[]) => S
  readonly #bucketSize: number
  readonly #buckets: Bucket<K, S>[] = []
  #size = 0

  constructor(options: SortedListOptions<P, K, S>) {
    this.#compare = options.compare
    this.#summarise = options.summarise ?? (() => undefined as S)
    this.#bucketSize = options.bucketSize ?? 512
  }

  get size(): number {
    return this.#size
  }

  get buckets(): readonly Bucket<K, S>[] {
    return this.#buckets
  }

  /** Adds a key, or puts it in the place of the one that compares equal. */
  add(key: K): void {
    if (this.#buckets.length === 0) this.#buckets.push(new Bucket([], this.#summarise))
    const position = this.#bucketFor(key)
    const bucket = this.#buckets[position] as Bucket<K, S>
    const index = this.#isAfter(bucket, key) ? bucket.keys.length : this.#indexIn(bucket, key)
    const there = bucket.keys[index]
    const replaces = there !== undefined && this.#compare(there, key) === 0
    if (replaces) bucket.keys[index] = key
    else if (there === undefined) bucket.keys.push(key)
    else if (index === 0) bucket.keys.unshift(key)
    else bucket.keys.splice(index, 0, key)
    bucket.changed()
    if (replaces) return
    this.#size += 1
    if (bucket.keys.length > this.#bucketSize) this.#split(position, index)
  }

  /** A key says something else, and stays where it is. */
  changed(key: P): void {
    this.#buckets[this.#bucketOf(key)]?.changed()
  }

  /** Whether two keys have the same place. */
  areEqual(a: P, b: P): boolean {
    return this.#compare(a, b) === 0
  }

  /** Whether a key comparing equal was there to remove. */
  remove(probe: P): boolean {
    const { bucket: bucketIndex, index } = this.locate(probe)
    const bucket = this.#buckets[bucketIndex]
    const there = bucket?.keys[index]
    if (bucket === undefined || there === undefined || this.#compare(there, probe) !== 0) return false
    bucket.keys.splice(index, 1)
    bucket.changed()
    this.#size -= 1
    this.#shrink(bucketIndex)
    return true
  }

  /** How many keys come before the probe. */
  rank(probe: P): number {
    const found = this.locate(probe)
    let before = found.index
    for (let i = 0; i < found.bucket; i++) before += this.#buckets[i]?.keys.length ?? 0
    return before
  }

  at(index: number): K | undefined {
    return index < 0 ? undefined : this.slice(index, 1)[0]
  }

  /** At most `limit` keys from position `offset` (0 is the first). */
  slice(offset: number, limit: number): K[] {
    const keys: K[] = []
    let skip = offset
    for (const bucket of this.#buckets) {
      if (keys.length >= limit) break
      if (skip < bucket.keys.length) keys.push(...bucket.keys.slice(skip, skip + limit - keys.length))
      skip = Math.max(0, skip - bucket.keys.length)
    }
    return keys
  }

  *[Symbol.iterator](): IterableIterator<K> {
    for (const bucket of this.#buckets) yield* bucket.keys
  }

  /** Where the first key not before the probe stands; one past the last bucket when all come before it. */
  locate(probe: P): { bucket: number; index: number } {
    const bucket = this.#bucketOf(probe)
    const found = this.#buckets[bucket]
    return { bucket, index: found === undefined ? 0 : this.#indexIn(found, probe) }
  }

  /** Most keys come before all others or after them. */
  #bucketFor(key: K): number {
    const last = this.#buckets.length - 1
    const first = this.#buckets[0]!.keys[0]
    if (first !== undefined && this.#compare(key, first) < 0) return 0
    return this.#isAfter(this.#buckets[last]!, key) ? last : Math.min(this.#bucketOf(key), last)
  }

  #isAfter({ keys }: Bucket<K, S>, key: K): boolean {
    return keys.length > 0 && this.#compare(keys.at(-1)!, key) < 0
  }

  /** The first bucket that does not end before the probe. */
  #bucketOf(probe: P): number {
    return lowerBound(
      this.#buckets,
      ({ keys }) => keys.length > 0 && this.#compare(keys[keys.length - 1] as K, probe) < 0,
    )
  }

  #indexIn(bucket: Bucket<K, S>, probe: P): number {
    return lowerBound(bucket.keys, (key) => this.#compare(key, probe) < 0)
  }

  /** In halves; keys that come in order fill one bucket after another. */
  #split(bucketIndex: number, added: number): void {
    const keys = this.#buckets[bucketIndex]?.keys ?? []
    const at = added === 0 ? 1 : added === keys.length - 1 ? added : keys.length >> 1
    const rest = new Bucket(keys.splice(at), this.#summarise)
    this.#buckets.splice(bucketIndex + 1, 0, rest)
  }

  /** Keeps buckets from staying nearly empty after many removals. */
  #shrink(position: number): void {
    if (this.#buckets[position]?.keys.length === 0) this.#buckets.splice(position, 1)
    else this.#joinNext(position)
    this.#joinNext(position - 1)
  }

  #joinNext(position: number): void {
    const bucket = this.#buckets[position]
    const next = this.#buckets[position + 1]
    if (bucket === undefined || next === undefined) return
    if (bucket.keys.length + next.keys.length > this.#bucketSize >> 1) return
    bucket.keys.push(...next.keys)
    bucket.changed()
    this.#buckets.splice(position + 1, 1)
  }
}

/** The first position whose item does not come before what is looked for; the items are in order. */
export function lowerBound<T>(items: readonly T[], isBefore: (item: T) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(items[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}
