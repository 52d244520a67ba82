// Two writings of one time, and texts that only seem to have a date in them.
import t from 'tap'
import { isSameTime } from './same-instant.ts'

t.test('a time to the second and more finely, and a text as it is', async (t) => {
  t.ok(isSameTime('2026-03-01T10:00:00.250Z', '2026-03-01T10:00:00Z'))
  t.ok(isSameTime('note 1.txt', 'note 1.txt'))
  t.ok(isSameTime(7, 7))
})

t.test('another time, another text', async (t) => {
  t.notOk(isSameTime('2026-03-01T10:00:00Z', '2026-03-01T10:00:01Z'))
  t.notOk(isSameTime('note 1', 'file 1'), 'which JavaScript reads as one date')
  t.notOk(isSameTime('7', 7))
})
