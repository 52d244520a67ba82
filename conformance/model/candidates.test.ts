// The minimiser's first guesses: an order held sooner will do, and what was refused before the last look is left out.
import t from 'tap'
import { lifecycle } from '../contract/contract.ts'
import { actionKey, advance, cancel, create, hold, resume, settle, type Action } from './actions.ts'
import { stepsFor } from './move-sequence.ts'
import { minimise } from './minimise.ts'
import { planOf, type Plan } from './plan.ts'
import { createMachine } from './machine.ts'

const machine = createMachine(lifecycle())

const keysOf = (plan: Plan): string[] => plan.steps.map(({ action }) => actionKey(action))

const shortened = async (actions: Action[], shows: (keys: string) => boolean) => {
  let requests = 0
  const { plan, confirmed, ...spent } = await minimise({
    machine,
    plan: planOf('long', 1, stepsFor('o1', actions)),
    failedAt: actions.length - 1,
    // Each run costs a look beside its steps.
    sent: () => requests,
    fails: async (candidate) => {
      requests += candidate.steps.length + 1
      return shows(keysOf(candidate).join(' '))
    },
  })
  return { keys: keysOf(plan), confirmed, spent, requests }
}

t.test('an order is held as soon as can be where it does not matter what it was held from', async (t) => {
  const long = [create(), advance('appraiser_accepted'), advance('left_message_for_borrower'), hold, cancel]
  const { keys, confirmed } = await shortened(long, (shown) => shown.includes('hold cancel'))
  t.strictSame(keys, ['create:plain', 'hold', 'cancel'])
  t.ok(confirmed)
})

t.test('an order is held from where it was where that matters', async (t) => {
  const long = [create(), advance('appraiser_accepted'), advance('left_message_for_borrower'), hold, cancel]
  const { keys } = await shortened(long, (shown) => shown.includes('advance:left_message_for_borrower hold cancel'))
  t.strictSame(keys, ['create:plain', 'advance:left_message_for_borrower', 'hold', 'cancel'])
})

t.test('what was refused between the move and the look is left out', async (t) => {
  const long = [create(), advance('awaiting_review'), hold, resume, advance('cancelled'), advance('on_hold'), settle]
  const { keys } = await shortened(long, (shown) => /awaiting_review hold resume .*read:order/.test(shown))
  t.strictSame(keys, ['create:plain', 'advance:awaiting_review', 'hold', 'resume', 'read:order'])
})

t.test('what a plan costs beside its steps is counted', async (t) => {
  const { spent, requests } = await shortened([create(), cancel, hold], (shown) => shown.endsWith('cancel hold'))
  t.equal(spent.requests, requests)
  t.ok(spent.complete)
})
