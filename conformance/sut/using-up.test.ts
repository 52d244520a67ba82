// A window is used up while that can be done in time, and not begun to be when it cannot.
import t from 'tap'
import { allowance, type RateWindow } from './rate-windows.ts'
import { canBeUsedUp, isLastMoment } from './using-up.ts'

const windowOf = (own: number, startedAt: number | null = 0) =>
  ({ startedAt, knownUntil: 58_000, own }) as unknown as RateWindow

t.test('a run that sends ten a second uses up the rest of a window near its end, once', async (t) => {
  const at = (seconds: number) => [windowOf(seconds * 10), seconds * 1000] as const
  const due = Array.from({ length: 60 }, (_, second) => second).filter((second) => isLastMoment(...at(second)))
  t.ok(due.length > 0, 'there is a last moment')
  t.ok(due[0]! > 45, 'until then what it sends itself may come')
  t.strictSame(
    due,
    due.map((_, index) => due[0]! + index),
    'which is one',
  )
  for (const second of due) t.ok(canBeUsedUp(...at(second)))
  const after = due.at(-1)! + 1
  t.notOk(canBeUsedUp(...at(after)), 'after it there is no time')
})

t.test('one that sends sixty a second uses it up on its way', async (t) => {
  for (let second = 1; second < 10; second += 1)
    t.notOk(isLastMoment(windowOf(second * 60), second * 1000), `after ${second} s`)
})

t.test(
  'too much is left of the window of a slow run, and nothing is known of one that others may have used',
  async (t) => {
    for (let second = 1; second < 60; second += 1)
      t.notOk(isLastMoment(windowOf(second * 4), second * 1000), `after ${second} s`)
    t.notOk(canBeUsedUp(windowOf(allowance() - 10, null), 57_000))
    t.notOk(canBeUsedUp(windowOf(allowance() / 2), 56_000), 'half of one takes longer than two seconds')
  },
)
