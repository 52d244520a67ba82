// Keys of instants sort by time, however the instants are written.
import t from 'tap'
import { instantKey } from './instant-key.ts'

t.test('instants sort by time whatever their fraction and offset', async (t) => {
  const written = [
    '2026-11-13T10:00:05Z',
    '2026-11-13T10:00:05.1Z',
    '2026-11-13T10:00:05.123456+00:00',
    '2026-11-13T10:00:06+00:00',
  ]
  t.strictSame(written.map(instantKey), written.map(instantKey).toSorted())
  t.equal(instantKey('2026-11-13T10:00:05Z'), instantKey('2026-11-13T10:00:05.000+00:00'))
})
