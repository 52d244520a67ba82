// One at a time by name: at once where nothing is under way, and behind what is.
import t from 'tap'
import { createLocks } from './locks.ts'

t.test('work that waits for nothing is done at once, and holds nothing', async (t) => {
  const locks = createLocks()
  t.equal(
    locks.take('a', () => 1),
    1,
  )
  t.notOk(locks.isHeld('a'))
  const fail = () => {
    throw new Error('refused')
  }
  t.throws(() => locks.take('a', fail), { message: 'refused' })
  t.notOk(locks.isHeld('a'))
})

t.test('work that waits holds its name until it has ended, well or badly', async (t) => {
  const locks = createLocks()
  const done: string[] = []
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => (open = resolve))
  const first = locks.take('a', async () => {
    await gate
    done.push('first')
    throw new Error('failed')
  })
  t.ok(locks.isHeld('a'))
  t.notOk(locks.isHeld('b'))
  const second = locks.take('a', () => done.push('second'))
  const third = locks.run('a', async () => done.push('third'))
  const fourth = locks.take('a', () => done.push('fourth'))
  locks.take('b', () => done.push('other'))
  t.strictSame(done, ['other'], 'another name waits for nobody')
  open()
  await t.rejects(Promise.resolve(first), { message: 'failed' })
  await Promise.all([second, third, fourth])
  t.strictSame(done, ['other', 'first', 'second', 'third', 'fourth'])
  t.notOk(locks.isHeld('a'))
})
