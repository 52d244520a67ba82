// What an odd request shows: a failure of the service, the reading of a refusal or of a success, and what a refused write left.
import t from 'tap'
import type { Assertion } from '../evidence/assertion.ts'
import type { Answered } from '../evidence/exchange.ts'
import { createExpect } from '../kit/expect.ts'
import type { CheckContext } from '../kit/context.ts'
import { askOddly, drawn, lookForLeft, unforeseen, type Oddity } from './ask-oddly.ts'

const answerOf = (status: number, body: unknown = {}): Answered =>
  ({
    id: `x${status}`,
    operation: 'createOrder',
    response: { status, headers: [], body: Buffer.from(JSON.stringify(body)) },
  }) as never

const oddity: Oddity = {
  what: 'a price without cents',
  rule: unforeseen,
  operation: 'createOrder',
  options: {},
  freedom: 'create.money-form',
  taken: 'normalised',
  mark: 'mark-1',
}

const ask = async (answer: Answered, change: Partial<Oddity> = {}) => {
  const assertions: Assertion[] = []
  const readings: string[] = []
  const context = {
    client: { call: async () => answer },
    expect: createExpect((one) => assertions.push(one)),
    orders: { created: () => undefined },
    recordReading: (freedom: string, reading: string) => readings.push(`${freedom}=${reading}`),
  } as unknown as CheckContext
  await askOddly(context, { ...oddity, ...change })
  return { context, assertions, readings }
}

t.test('an answer below 500 is none of the failures, whatever it is', async (t) => {
  for (const status of [201, 302, 400, 404, 409, 422, 431])
    t.ok(
      (await ask(answerOf(status))).assertions.every(({ passed }) => passed),
      String(status),
    )
})

t.test('a 500 is one, and 501 where the call is one of an operation', async (t) => {
  for (const status of [500, 501, 502]) t.notOk((await ask(answerOf(status))).assertions[0]!.passed, String(status))
  const unlisted = await ask(answerOf(501), { options: { unlisted: { method: 'HEAD' } } })
  t.ok(unlisted.assertions[0]!.passed)
})

t.test('a reading follows from status and code', async (t) => {
  const reading = async (...given: Parameters<typeof ask>) => (await ask(...given)).readings
  t.strictSame(await reading(answerOf(201)), ['create.money-form=normalised'])
  t.strictSame(await reading(answerOf(400)), ['create.money-form=status-400'])
  t.strictSame(await reading(answerOf(422, { code: 'semantic_validation_failed' })), ['create.money-form=semantic-422'])
  t.strictSame(await reading(answerOf(409)), [], 'none of the readings is noted')
  t.strictSame(await reading(answerOf(500)), [])
  t.strictSame(await reading(answerOf(422), { freedom: 'create.currency-value', refused: 'usd-only' }), [
    'create.currency-value=usd-only',
  ])
})

t.test('what a refused write left is found by its mark, and what a taken one left is not', async (t) => {
  const look = async (status: number, body: unknown) => {
    const { context, assertions } = await ask(answerOf(status))
    await lookForLeft(context, [{ oddity, answer: answerOf(status) }], async () => answerOf(200, body))
    return assertions.filter(({ rule }) => rule === 'errors.refused-write-leaves-nothing')
  }
  t.strictSame(
    (await look(422, [])).map(({ passed }) => passed),
    [true],
  )
  t.strictSame(
    (await look(422, [{ lender_reference: 'mark-1' }])).map(({ passed }) => passed),
    [false],
  )
  t.strictSame(await look(201, [{ lender_reference: 'mark-1' }]), [])
})

t.test('some are drawn without a repetition', async (t) => {
  const numbers = [0.9, 0, 0.5]
  const found = drawn({ random: () => numbers.shift()! }, ['a', 'b', 'c', 'd'], 3)
  t.strictSame(found, ['d', 'a', 'c'])
  t.strictSame(drawn({ random: () => 0 }, ['a'], 3), ['a'])
})
