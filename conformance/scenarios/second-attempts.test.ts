// What failed once already is not made to fail again for a check to which any second attempt will do.
import t from 'tap'
import type { Scenario, StepContext } from '../kit/context.ts'
import { someRetried } from './second-attempts.ts'

const askedWith = async (...begun: string[]): Promise<string[]> => {
  const asked: string[] = []
  const context = {
    begun: ({ id }: Scenario<unknown>) => begun.includes(id),
    shared: async ({ id }: Scenario<unknown>) => void asked.push(id),
  }
  await someRetried(context as unknown as StepContext)
  return asked
}

t.test('some second attempt comes of the attempts that failed already', async (t) => {
  t.strictSame(await askedWith('failing-attempts'), ['second-attempts'])
  t.strictSame(await askedWith('failing-attempts', 'second-attempts'), ['second-attempts'])
})

t.test('where none failed, those that take ten seconds are left out', async (t) => {
  t.strictSame(await askedWith(), ['quick-second-attempts'])
})
