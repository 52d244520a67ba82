// Identifiers: a resource prefix and a ULID, every one greater than all that the same factory gave before.
import { decodeTime, encodeTime, incrementBase32, isValid } from 'ulid'
import { joined } from '../lib/joined.ts'
import { clockError } from './clock-error.ts'
import { createRandom } from './random.ts'

export type Ids = {
  /** `ord` gives `ord_01J…`: 26 characters after the prefix, in string order of issue even when `now` repeats or goes back. */
  next(prefix: string, now: number): string
  /** Every later id is greater than this one, whatever `now` says: for ids read from a store after a restart. Throws `id_malformed`. */
  after(id: string): void
  /** What the ids to come follow from, as a text. */
  state(): string
  /** Goes on as the factory did that gave the state: the same calls give the same ids. Throws `id_malformed` for another kind of state. */
  goOnFrom(state: string): void
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const randomLength = 16

const malformed = (what: string, given: string) =>
  clockError('id_malformed', `${what}, and ${JSON.stringify(given)} is not; pass one made here.`)

/** `random` gives fractions from 0 to below 1; left out, one seeded by the platform's secure source, which a state covers too. */
export function createIds(random?: () => number): Ids {
  const seeded = createRandom()
  const draw = random ?? seeded.next
  const drawn = () => {
    let text = ''
    for (let n = 0; n < randomLength; n += 1) text += letters[Math.floor(draw() * 32)]
    return text
  }
  // A time of 0 is that of no id, so that the first one is drawn.
  let earliest = 1
  let lastTime = 0
  let lastRandom = ''
  return {
    next(prefix, now) {
      const time = Math.max(Math.floor(now), earliest)
      if (time > lastTime) {
        lastTime = time
        lastRandom = drawn()
      } else {
        lastRandom = incrementBase32(lastRandom)
      }
      return joined(prefix, '_', encodeTime(lastTime), lastRandom)
    },
    after(id) {
      const text = id.slice(-26)
      if (!isValid(text)) throw malformed('An id is a prefix, an underscore and a ULID', id)
      earliest = Math.max(earliest, decodeTime(text) + 1)
    },
    state: () => ['ulid', earliest, lastTime, lastRandom, ...seeded.state()].join(' '),
    goOnFrom(state) {
      const [kind, first, time, text, ...words] = state.split(' ')
      const numbers = [first, time, ...words].map(Number)
      const isWhole = numbers.length === 6 && numbers.every((one) => Number.isSafeInteger(one) && one >= 0)
      if (kind !== 'ulid' || !isWhole || !/^([0-9A-HJKMNP-TV-Z]{16})?$/.test(text ?? '-'))
        throw malformed('A state of ids is a text that begins with ulid', state)
      ;[earliest, lastTime] = numbers as [number, number]
      lastRandom = text!
      seeded.goOnFrom(numbers.slice(2))
    },
  }
}
