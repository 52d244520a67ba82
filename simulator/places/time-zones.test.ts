import t from 'tap'
import { localDate } from './time-zones.ts'

t.test('a date at a property turns at its own midnight, to the millisecond', (t) => {
  const turns: [string, string, string][] = [
    ['CA', '2026-03-01T08:00:00.000Z', '2026-03-01'],
    ['NY', '2026-07-01T04:00:00.000Z', '2026-07-01'],
    ['HI', '2026-07-01T10:00:00.000Z', '2026-07-01'],
    // Before there were zones, places kept the time of their own sun.
    ['CA', '1880-01-02T07:52:58.000Z', '1880-01-02'],
  ]
  for (const [state, midnight, date] of turns) {
    const at = Date.parse(midnight)
    t.not(localDate(at - 1, state), date, `${state} before ${midnight}`)
    t.equal(localDate(at, state), date, `${state} at ${midnight}`)
    t.not(localDate(at - 1, state), date, `${state} before ${midnight}, asked again`)
  }
  t.end()
})

t.test('a state may be named, and an unknown one counts as the last place where the day ends', (t) => {
  const at = Date.parse('2026-07-01T10:30:00Z')
  t.equal(localDate(at, 'Hawaii'), '2026-07-01')
  t.equal(localDate(at, 'Atlantis'), '2026-06-30')
  t.equal(localDate(at, null), '2026-06-30')
  t.end()
})
