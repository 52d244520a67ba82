// A point in time of others is one that can be written again, or none.
import t from 'tap'
import { instantIn } from './instant.ts'

t.test('what is read can be reckoned with and written', async (t) => {
  t.equal(instantIn('2026-03-02T15:04:05Z'), Date.parse('2026-03-02T15:04:05Z'))
  for (const text of ['0001-01-01T00:00:00Z', '9899-12-31T23:59:59Z'])
    t.equal(new Date(instantIn(text)).toISOString().slice(0, 19), text.slice(0, 19))
})

t.test('what is no point in time, or too far away, is none', async (t) => {
  for (const value of [
    '',
    '2026-03-02',
    'soon',
    null,
    5,
    {},
    '+275760-09-13T00:00:00Z',
    '-271821-04-20T00:00:00Z',
    '9900-01-01T00:00:00Z',
  ])
    t.ok(Number.isNaN(instantIn(value)), JSON.stringify(value))
})
