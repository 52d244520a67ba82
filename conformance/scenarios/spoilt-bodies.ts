// Which operations get a body that is no JSON, and which one that says it is none: each gets one of the two, by the seed.
import type { Scenario } from '../kit/context.ts'
import { drawn } from '../steps/ask-oddly.ts'

type SpoiltBodies = { malformed: string[]; otherType: string[] }

const either = ['amendOrder', 'createRevisionRequest', 'sendMessage', 'setWebhook', 'testWebhook', 'advanceOrder']

export const spoiltBodies: Scenario<SpoiltBodies> = {
  id: 'spoilt-bodies',
  run(context) {
    const some = context.effort > 1 ? either : drawn(context, either, either.length / 2)
    const rest = context.effort > 1 ? either : either.filter((operation) => !some.includes(operation))
    return Promise.resolve({
      malformed: ['createOrder', 'holdOrder', ...some],
      otherType: ['createOrder', 'uploadDocument', ...rest],
    })
  },
}
