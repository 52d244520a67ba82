// Defects of a webhook that the company sets on its own screens: what the lender had set itself stays in force.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import type { WebhookConfiguration } from '../../../simulator/domain/records.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'

type OfLenders = Map<string, WebhookConfiguration>

/** Knows what each account had after the last PUT of its lender. */
const knowing = (change: (lenders: OfLenders) => Mutation): Mutation =>
  op.perTarget((lenders: OfLenders = new Map()) => [
    change(lenders),
    op.note('webhookSettings.missing', (next, _current, sent) => {
      if (sent) lenders.set(next.account, { ...next })
    }),
  ])

export const webhooksCompany: readonly Defect[] = rows({
  'secret-of-the-company-does-not-sign': {
    breaks: 'webhooks.last-write-wins',
    bug: 'Deliveries are signed with the secret that the lender set, also once the company has set another one.',
    deep: 'only once the company has set a secret',
    apply: knowing((lenders) =>
      op.wrap('webhooks.secretFor', (secret, { account }) => lenders.get(account)?.secret ?? secret),
    ),
  },
  'address-of-the-company-not-called': {
    breaks: 'webhooks.last-write-wins',
    bug: 'Deliveries go to the address that the lender set, also once the company has set another one.',
    deep: 'only once the company has set an address',
    apply: knowing((lenders) => op.wrap('webhooks.urlFor', (url, { account }) => lenders.get(account)?.url ?? url)),
  },
  'company-cannot-switch-off': {
    breaks: 'webhooks.last-write-wins',
    bug: 'What the company switches off stays on where the lender has switched it on.',
    deep: 'only where the company switches delivery off',
    apply: op.wrap('webhookSettings.missing', (details, next, _current, sent) => {
      if (!sent) next.enabled = true
      return details
    }),
  },
  'put-over-the-lenders-own-last': {
    breaks: 'webhooks.last-write-wins',
    bug: 'A PUT of the lender is laid over what the lender had set before, and undoes what the company has set since.',
    deep: 'only once the company has set something',
    apply: op.perTarget((own = new Map<string, string[]>()) =>
      op.wrap('webhookSettings.missing', (details, next, _current, sent) => {
        if (sent) next.events = sent.events ? next.events : (own.get(next.account) ?? next.events)
        if (sent) own.set(next.account, next.events)
        return details
      }),
    ),
  },
})
