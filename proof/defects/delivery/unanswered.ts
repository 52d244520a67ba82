// Defects of attempts that nobody answers: how they are counted, and when the next one comes.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'

/** How an attempt that nobody answered ended, by the domain milliseconds that it took. */
const isUnconnected = (answered: number | null | undefined, tookMs: number): boolean =>
  (answered ?? null) === null && tookMs < 1_000
const isTimedOut = (answered: number | null | undefined, tookMs: number): boolean =>
  (answered ?? null) === null && tookMs >= 5_000

/** The next attempt after one that ended so comes after other seconds. */
const spaced = (seconds: number, fits: typeof isTimedOut) =>
  op.wrap('webhooks.nextAttempt', (due, _schedule, _made, started, ended, answered) =>
    due !== null && fits(answered, ended - started) ? started + seconds * 1_000 : due,
  )

export const unansweredAttempts: readonly Defect[] = rows({
  'connection-failure-not-counted': {
    breaks: 'feed.delivery-has-attempts',
    bug: 'The first attempt counts once a connection is there, and one that comes to none is made again uncounted.',
    deep: 'only where the first attempt finds no connection',
    apply: op.together(
      op.wrap('webhooks.attemptsAfter', (made, before, answered, tookMs) =>
        before === 0 && isUnconnected(answered, tookMs) ? 0 : made,
      ),
      op.misread('webhooks.nextAttempt', (schedule, made) => [schedule, Math.max(1, made)]),
    ),
  },
  'third-failed-connection-is-the-last': {
    breaks: 'delivery.nine-attempts-in-all',
    bug: 'A receiver that takes no connection three times is gone, and the event is dead lettered.',
    deep: 'only from the third attempt on, after a connection that fails',
    apply: op.wrap('webhooks.nextAttempt', (due, _schedule, made, started, ended, answered) =>
      made >= 3 && isUnconnected(answered, ended - started) ? null : due,
    ),
  },
  'timeout-counts-twice': {
    breaks: 'feed.delivery-has-attempts',
    bug: 'A timeout is counted where it is noticed, and once more with the failures.',
    deep: 'only after a timeout',
    apply: op.together(
      op.wrap('webhooks.attemptsAfter', (made, _before, answered, tookMs) =>
        isTimedOut(answered, tookMs) ? made + 1 : made,
      ),
      op.misread('webhooks.nextAttempt', (schedule, made, started, ended, answered) => [
        schedule,
        isTimedOut(answered, ended - started) ? made - 1 : made,
        started,
      ]),
    ),
  },
  'unconnected-waits-ten-minutes': {
    breaks: 'delivery.attempt-2-after-1-minute',
    bug: 'A receiver that takes no connection is left alone for ten minutes.',
    deep: 'only after a connection that fails',
    apply: spaced(600, isUnconnected),
  },
  'timed-out-waits-five-minutes': {
    breaks: 'delivery.attempt-2-after-1-minute',
    bug: 'A receiver that is too slow is left alone for five minutes.',
    deep: 'only after a timeout',
    apply: spaced(300, isTimedOut),
  },
  'refused-connection-gives-up': {
    breaks: 'delivery.connection-failure-is-a-failed-attempt',
    bug: 'Where no connection comes about the event is put down as delivered.',
    apply: op.perTarget((isAnswered = false) => [
      op.wrap('webhooks.nextAttempt', (due, _schedule, _made, started, ended) =>
        !isAnswered && ended - started < 1_000 ? null : due,
      ),
      op.note('webhooks.accepted', () => (isAnswered = true)),
      op.wrap('webhooks.statusAfter', (status, _taken, due) => {
        isAnswered = false
        return due === null ? ('delivered' as const) : status
      }),
    ]),
  },
})
