// Several pieces of work that pause take turns, in the order in which they fall due.
import t from 'tap'
import { createPauses } from './pauses.ts'

const clocked = (isOver = () => false) => {
  let at = 0
  const said: string[] = []
  const sleep = async (ms: number): Promise<void> => {
    at += ms
    said.push(`slept to ${at}`)
  }
  return { said, pass: (ms: number) => (at += ms), pauses: createPauses({ now: () => at, sleep, isOver }) }
}

t.test('what pauses goes on between other work once it is due, and the rest is waited for at the end', async (t) => {
  const { said, pass, pauses } = clocked()
  const work = (name: string, ...waits: number[]) =>
    pauses.begin(async (pause) => {
      said.push(`${name} begins`)
      for (const ms of waits) {
        await pause(ms)
        said.push(`${name} goes on`)
      }
    })
  await work('long', 100, 100)
  await work('short', 30)
  await work('none')
  await pauses.turn()
  t.strictSame(said.splice(0), ['long begins', 'short begins', 'none begins'], 'nothing is due')
  pass(50)
  await pauses.turn()
  t.strictSame(said.splice(0), ['short goes on'])
  await pauses.finish()
  t.strictSame(said, ['slept to 100', 'long goes on', 'slept to 200', 'long goes on'])
})

t.test('a run that is given up waits for nothing', async (t) => {
  const { said, pauses } = clocked(() => true)
  let giveUp = (): void => undefined
  await pauses.begin(async (pause) => {
    await Promise.race([pause(100), new Promise<void>((resolve) => (giveUp = resolve))])
  })
  giveUp()
  await pauses.finish()
  t.strictSame(said, [])
})
