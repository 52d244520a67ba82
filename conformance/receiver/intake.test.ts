// What a target delivers is counted, and more than a run can hold is turned away.
import { PassThrough } from 'node:stream'
import type { IncomingMessage } from 'node:http'
import t from 'tap'
import { createIntake } from './intake.ts'

const requestOf = (): PassThrough & IncomingMessage =>
  Object.assign(new PassThrough(), { headers: {} }) as unknown as PassThrough & IncomingMessage

const whole = (bytes: number) => {
  const request = requestOf()
  request.end(Buffer.alloc(bytes))
  return request
}

t.test('until the most deliveries, or the most bytes, are taken', async (t) => {
  for (const most of [
    { deliveries: 2, bytes: 1_000, unfinished: 1_000 },
    { deliveries: 9, bytes: 20, unfinished: 1_000 },
  ]) {
    let full = 0
    const intake = createIntake(() => (full += 1), most)
    t.equal((await intake.read(whole(10))).length, 10)
    t.notOk(intake.isFull())
    await intake.read(whole(10))
    t.ok(intake.isFull())
    await t.rejects(intake.read(whole(1)), /takes no more/)
    t.equal(full, 1, 'called once')
  }
})

t.test('a list of short numbers weighs more than its text', async (t) => {
  const most = { deliveries: 9, bytes: 1_000, unfinished: 1_000 }
  for (const [body, isFull] of [
    ['x'.repeat(200), false],
    [`[${'1,'.repeat(99)}1]`, true],
  ] as const) {
    const intake = createIntake(() => undefined, most)
    const request = requestOf()
    request.end(body)
    await intake.read(request)
    t.equal(intake.isFull(), isFull, body)
  }
})

t.test('and what is unfinished at once has a bound, which is free again', async (t) => {
  const intake = createIntake(() => undefined, { deliveries: 9, bytes: 1_000, unfinished: 100 })
  const [one, other] = [requestOf(), requestOf()]
  const reading = [intake.read(one), intake.read(other)]
  one.write(Buffer.alloc(80))
  other.write(Buffer.alloc(80))
  await t.rejects(reading[1]!, /too much is under way/)
  one.end()
  t.equal((await reading[0]!).length, 80)
  t.equal((await intake.read(whole(90))).length, 90)
})
