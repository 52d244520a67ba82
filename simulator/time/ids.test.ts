// Identifiers: their form, and that string order is the order of issue.
import t from 'tap'
import { createIds } from './ids.ts'

const NOW = Date.UTC(2026, 0, 5)

t.test('an id is the prefix, an underscore and a ULID of at most 64 characters in all', async (t) => {
  const id = createIds().next('ord', NOW)
  t.match(id, /^ord_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  t.ok(id.length <= 64)
})

t.test('ids rise in order of issue while time stands still, moves on and goes back', async (t) => {
  const ids = createIds()
  const times = [NOW, NOW, NOW, NOW + 1, NOW + 0.4, NOW - 5_000, NOW, NOW + 2, ...Array<number>(500).fill(NOW + 2)]
  const made = times.map((now) => ids.next('evt', now))
  t.same(made, made.toSorted())
  t.equal(new Set(made).size, made.length)
})

t.test('ids of one factory rise across prefixes', async (t) => {
  const ids = createIds()
  const made = ['evt', 'ord', 'doc', 'evt'].map((prefix) => ids.next(prefix, NOW).slice(4))
  t.same(made, made.toSorted())
})

t.test('a new factory that is given an older id gives greater ones, even with an earlier clock', async (t) => {
  const before = createIds(() => 0.9)
  let last = ''
  for (let n = 0; n < 50; n++) last = before.next('evt', NOW)
  const after = createIds(() => 0.1)
  after.after(last)
  const made = [NOW - 1, NOW, NOW, NOW + 5].map((now) => after.next('evt', now))
  t.same([last, ...made], [last, ...made].toSorted())
  t.ok(made[0]! > last)
})

t.test('being given an id that is already behind changes nothing', async (t) => {
  const old = createIds().next('evt', NOW - 60_000)
  const [shown, unshown] = [createIds(() => 0.5), createIds(() => 0.5)]
  shown.after(old)
  t.equal(shown.next('evt', NOW), unshown.next('evt', NOW))
})

t.test('the same random source and clock give the same ids', async (t) => {
  const run = () => {
    let n = 0
    const ids = createIds(() => (n++ % 32) / 32)
    return [0, 0, 1, NOW].map((now) => ids.next('msg', now))
  }
  t.same(run(), run())
  t.match(run()[0], /^msg_0000000001/, 'a clock at 0 is not taken for one that is missing')
})

t.test('a text that is no id is refused', async (t) => {
  for (const text of ['', 'evt_', 'evt_123', 'evt_01JUUUUUUUUUUUUUUUUUUUUUUU']) {
    t.throws(() => createIds().after(text), { code: 'id_malformed' })
  }
})

t.test('a state goes on with the ids that would have come', async (t) => {
  const first = createIds()
  first.after(createIds().next('evt', NOW - 1))
  for (const now of [NOW, NOW, NOW + 3]) first.next('evt', now)
  const second = createIds()
  second.goOnFrom(first.state())
  t.equal(second.state(), first.state())
  const rest = (ids: ReturnType<typeof createIds>) => [0, 3, 3, 9].map((more) => ids.next('ord', NOW + more))
  t.same(rest(second), rest(first))
  const fresh = createIds()
  fresh.goOnFrom(createIds().state())
  t.match(fresh.next('ord', NOW), /^ord_/)
})

t.test('a state of another kind is refused and changes nothing', async (t) => {
  const ids = createIds()
  const before = ids.state()
  for (const text of [
    '',
    'count 7',
    'ulid',
    'ulid 1 2 3 4 5 6 7',
    before.replace(/\d+$/, 'x'),
    before.replace('ulid 1', 'ulid -1'),
  ])
    t.throws(() => ids.goOnFrom(text), { code: 'id_malformed' }, text)
  t.equal(ids.state(), before)
})
