import t from 'tap'
import { createQuietTime } from './quiet-time.ts'

const settled = async (promise: Promise<unknown>): Promise<boolean> => {
  const pending = Symbol('pending')
  await new Promise(setImmediate)
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending
}

t.test('others go on while something is waited for, and it is looked at before the clock is moved', async (t) => {
  const quiet = createQuietTime()
  const done: string[] = []
  let end = (): void => undefined
  quiet.others = async (ms, deliveriesGoOn) => {
    done.push(`others for ${ms}, ${deliveriesGoOn}`)
    await new Promise<void>((resolve) => (end = resolve))
  }
  const waited = quiet.wait(9_000, async () => void done.push('looked'), true)
  const over = quiet.over().then(() => done.push('moved'))
  t.equal(await settled(over), false)
  end()
  await Promise.all([waited, over])
  t.strictSame(done, ['others for 9000, true', 'looked', 'moved'])
})

t.test('what the others do first finds the clock taken, and so does what comes between two waits', async (t) => {
  const quiet = createQuietTime()
  const ends: (() => void)[] = []
  const free: Promise<boolean>[] = []
  quiet.others = async () => {
    free.push(settled(quiet.over()))
    await new Promise<void>((resolve) => ends.push(resolve))
  }
  const [first, second] = [quiet.wait(1, async () => undefined), quiet.wait(1, async () => undefined)]
  await settled(second)
  ends[1]!()
  await second
  t.equal(await settled(quiet.over()), false, 'the first wait goes on')
  ends[0]!()
  await first
  t.strictSame(await Promise.all(free), [false, false])
  t.equal(await settled(quiet.over()), true)
})

t.test('without others it waits, and where nothing is waited for the clock is free', async (t) => {
  const quiet = createQuietTime()
  t.equal(await settled(quiet.over()), true)
  t.equal(await quiet.wait(1, async () => 'seen'), 'seen')
  await t.rejects(
    quiet.wait(0, async () => {
      throw new Error('lost')
    }),
    /lost/,
  )
  t.equal(await settled(quiet.over()), true, 'after a failure too')
})
