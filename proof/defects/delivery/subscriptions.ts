// Defects of what a subscription to every event takes in, and of whose events it brings.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'

/** Every account that has set a webhook gets the events of all. */
const toEveryAccount = op.perTarget((configured = new Set<string>()) => [
  op.wrap('webhooks.owners', (owners) => [...new Set([...owners, ...configured])]),
  op.note('webhookSettings.apply', ({ account }) => configured.add(account)),
])

/** Of events of one type alone; the others go to their own account. */
const toEveryAccountOf = (type: string) =>
  op.together(
    toEveryAccount,
    op.perTarget((raised: { of?: string } = {}) => [
      op.wrap('webhooks.subscribed', (usual, { account }, one) => usual && (account === raised.of || one === type)),
      op.note('webhooks.owners', (account) => void (raised.of = account)),
    ]),
  )

export const deliverySubscriptions: readonly Defect[] = rows({
  'events-go-to-every-account': {
    breaks: 'delivery.events-of-another-account-are-not-delivered',
    bug: 'The subscribers of an event are looked up by its type, whichever account it is of.',
    apply: toEveryAccount,
  },
  'moved-due-dates-go-to-every-account': {
    breaks: 'delivery.events-of-another-account-are-not-delivered',
    bug: 'The event of a moved due date goes to every account that has set a webhook.',
    deep: 'only for an event that the company raises',
    apply: toEveryAccountOf('order.due_date_changed'),
  },
  'star-leaves-fees-out': {
    breaks: 'webhooks.star-subscribes-to-every-type',
    bug: 'The list that the star stands for was written before there were events of fees.',
    deep: 'only for one type',
    also: ['delivery.subscribed-event-is-delivered'],
    apply: op.refuse('webhooks.subscribed', ({ events }, type) => events.includes('*') && type === 'order.fee_changed'),
  },
  'subscription-by-the-first-word': {
    breaks: 'delivery.unsubscribed-event-is-not-delivered',
    bug: 'Types are compared up to the first underscore, so that who hears of replies hears of requests too.',
    deep: 'only for two types that begin alike',
    apply: op.wrap(
      'webhooks.subscribed',
      (usual, { events }, type) => usual || events.some((one) => one.split('_')[0] === type.split('_')[0]),
    ),
  },
  'second-message-taken-for-the-first': {
    breaks: 'delivery.subscribed-event-is-delivered',
    bug: 'A message that is posted right after another is taken for the same, and not delivered.',
    deep: 'only for two messages in a row',
    also: ['webhooks.star-subscribes-to-every-type'],
    apply: op.perTarget((last = '') =>
      op
        .wrap('webhooks.subscribed', (isSubscribed, _configuration, type) => {
          const isAgain = type === 'order.message_posted' && last === type
          last = type
          return isSubscribed && !isAgain
        })
        .as('drop'),
    ),
  },
  'end-of-a-hold-not-sent': {
    breaks: 'webhooks.star-subscribes-to-every-type',
    bug: 'The timer that ends a hold puts its event down for nobody, since no request caused it.',
    deep: 'only for a change that nobody makes',
    also: ['delivery.subscribed-event-is-delivered'],
    apply: op.perTarget((isTimers = false) => [
      op.wrap('webhooks.subscribed', (isSubscribed, _configuration, type) => {
        const isLost = isTimers && type === 'order.status_changed'
        if (isLost) isTimers = false
        return isSubscribed && !isLost
      }),
      op.note('events.statusChanged', (_present, _order, _company, previous) => {
        isTimers = previous === 'off_hold'
      }),
    ]),
  },
})
