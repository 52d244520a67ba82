// Defects of whose a webhook configuration is: that of one account, in one environment.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import type { WebhookConfiguration } from '../../../simulator/domain/records.ts'

const lenderOf = (account: string): string => account.slice(0, account.lastIndexOf(':'))

/** What one environment sets of a member, the other one of the lender has with it. */
const ofBothEnvironments = (member: 'enabled' | 'events' | 'secret'): Mutation =>
  op.perTarget((kept = new Map<string, WebhookConfiguration>()) =>
    op.wrap('webhookSettings.apply', (next, _current, sent) => {
      for (const [account, other] of kept)
        if (lenderOf(account) === lenderOf(next.account) && (sent[member] ?? null) !== null)
          Object.assign(other, { [member]: next[member] })
      kept.set(next.account, next)
      return next
    }),
  )

/** An account that has set nothing reads what was set last by one that `isMistaken` for it. */
const readsAnothers = (isMistaken: (other: string, account: string) => boolean): Mutation =>
  op.mutation('misread', ({ present, webhookSettings }) => {
    const set: Parameters<typeof present.webhook>[0][] = []
    const { apply } = webhookSettings
    const { webhook } = present
    webhookSettings.readBeforeStatus = null
    webhookSettings.apply = function noted(...given) {
      const next = apply.apply(this, given)
      set.unshift(next)
      return next
    }
    present.webhook = function cached(configuration) {
      const others = configuration.url === null ? set : []
      const other = others.find(({ account }) => isMistaken(account, configuration.account))
      return webhook.call(this, other ?? configuration)
    }
  })

export const webhooksOwners: readonly Defect[] = rows({
  'webhook-of-another-account-read': {
    breaks: 'webhooks.configuration-is-of-one-account',
    bug: 'An account that has no webhook is shown the one that another account set last.',
    apply: readsAnothers((other, account) => lenderOf(other) !== lenderOf(account)),
  },
  'webhook-of-the-sandbox-read-in-production': {
    breaks: 'webhooks.configuration-is-of-one-environment',
    bug: 'A lender who has no webhook in production is shown the one of the sandbox.',
    apply: readsAnothers((other, account) => lenderOf(other) === lenderOf(account)),
  },
  'webhook-switched-in-both-environments': {
    breaks: 'webhooks.configuration-is-of-one-environment',
    bug: 'Whether events are delivered is kept with the lender: what production switches off is off in the sandbox too.',
    deep: 'only where both environments have a webhook',
    apply: ofBothEnvironments('enabled'),
  },
  'webhook-subscribed-in-both-environments': {
    breaks: 'webhooks.configuration-is-of-one-environment',
    bug: 'The subscription is kept with the lender: what production subscribes to, the sandbox does too.',
    deep: 'only where both environments have a webhook',
    apply: ofBothEnvironments('events'),
  },
  'webhook-secret-of-both-environments': {
    breaks: 'webhooks.configuration-is-of-one-environment',
    bug: 'The secret is kept with the lender: what production sets signs in the sandbox too.',
    deep: 'only where both environments have a webhook',
    apply: ofBothEnvironments('secret'),
  },
})
