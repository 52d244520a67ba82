// The gate: how many go in at a time, in which order, and that thousands may end at once.
import t from 'tap'
import { createGate, laneOf } from './gate.ts'

t.test('so many at a time, in the order in which they came, each lane on its own', async (t) => {
  const gate = createGate(2)
  const begun: string[] = []
  const leave: Record<string, () => void> = {}
  const enter = (lane: string, name: string) =>
    gate.enter(lane, (end) => {
      begun.push(name)
      leave[name] = end
    })
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter('a', name)
  enter('b', 'b1')
  t.same(begun, ['a1', 'a2', 'b1'])
  leave['a2']!()
  t.same(begun.slice(3), ['a3'])
  leave['a1']!()
  leave['a3']!()
  leave['a4']!()
  enter('a', 'a5')
  enter('a', 'a6')
  enter('a', 'a7')
  t.same(begun.slice(4), ['a4', 'a5', 'a6'])
})

t.test('a hundred thousand that end at once go in one after the other', async (t) => {
  const gate = createGate(1)
  const ended: number[] = []
  let open = () => {}
  gate.enter('a', (leave) => (open = leave))
  for (let n = 0; n < 100_000; n += 1)
    gate.enter('a', (leave) => {
      ended.push(n)
      leave()
    })
  open()
  t.equal(ended.length, 100_000)
  t.ok(ended.every((n, at) => n === at))
})

t.test('work that fails lets the next one in, and its caller hears of it', async (t) => {
  const gate = createGate(1)
  const failing = gate.run('a', () => Promise.reject(new Error('lost')))
  const next = gate.run('a', async () => 'done')
  await t.rejects(failing, { message: 'lost' })
  t.equal(await next, 'done')
})

t.test('a lane is an origin, or the text that has none', async (t) => {
  t.equal(laneOf('https://a.example:8443/hook?tenant=7'), 'https://a.example:8443')
  t.equal(laneOf('not a url'), 'not a url')
})
