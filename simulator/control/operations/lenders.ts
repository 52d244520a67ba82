// Lender accounts and their delivery configurations.
import type { ControlOperations } from '../operation.ts'
import type { Lender, Environment } from '../../domain/records.ts'
import { findCompany, findLender } from '../../store/find.ts'
import { taken } from '../../calls/unusable.ts'
import { accountKey } from '../../orders/context.ts'
import { ownersOf } from '../../engine/commit.ts'
import type { WebhookChange } from '../../behaviour/webhook-settings.ts'
import { Refusal } from '../../domain/refusal.ts'

type Sent = Partial<Lender> & Pick<Lender, 'name' | 'company_id'>

export const lenderOperations = {
  /** The lender accounts with what their companies allow them. */
  listLenders: {
    handle: ({ services }) => ({ data: [...services.store.lenders.values()] }),
  },
  /** Another lender account; POST /clients gives it credentials. */
  addLender: {
    handle: async ({ services, body }) => {
      const { ids, clock, store } = services
      const sent = body as Sent
      findCompany(services, sent.company_id)
      const id = sent.id ?? ids.next('len', clock.now())
      if (store.lenders.get(id)) throw taken('lender', id)
      const allowed = { may_cancel: true, may_amend: true, may_message_appraiser: true }
      const lender: Lender = { billing: 'invoiced', ...allowed, ...sent, id }
      store.lenders.put(lender)
      await store.flush()
      return lender
    },
  },
  /** What a company allows a lender, from the next request on. */
  changeLender: {
    handle: async ({ services, params, body }) => {
      const lender = findLender(services, params['lender_id']!)
      const changed: Lender = { ...lender, ...(body as Partial<Lender>) }
      services.store.lenders.put(changed)
      await services.store.flush()
      return changed
    },
  },
  /** A lender's delivery configuration. */
  getLenderWebhook: {
    handle: ({ services, params }) => {
      const { behaviour, store } = services
      const lender = findLender(services, params['lender_id']!)
      const account = accountKey(lender.id, params['environment'] as Environment)
      return behaviour.present.webhook(
        store.webhooks.get(ownersOf(services, account)[0] ?? account) ?? behaviour.webhookSettings.initial(account),
      )
    },
  },
  /** The endpoint as set from the company's screens; the last write wins. */
  setLenderWebhook: {
    handle: async ({ services, params, body }) => {
      const { behaviour, clock, settings, store } = services
      const { webhookSettings } = behaviour
      const lender = findLender(services, params['lender_id']!)
      const account = accountKey(lender.id, params['environment'] as Environment)
      const settle = (owner: string) =>
        webhookSettings.apply(
          store.webhooks.get(owner) ?? webhookSettings.initial(owner),
          body as WebhookChange,
          clock.now(),
        )
      const all = ownersOf(services, account).map(settle)
      const next = all[0] ?? settle(account)
      const missing = webhookSettings.missing(next)
      const details = missing.length > 0 ? missing : webhookSettings.urlProblem(next.url!, settings.allowHttpWebhooks)
      if (details.length > 0) {
        const said = details.map(({ field, message }) => `${field} ${message}`).join('; ')
        throw new Refusal('unusable_value', `The webhook cannot be set: ${said}.`, { status: 422, details })
      }
      for (const configuration of all) {
        services.faults.changed(store.webhooks.get(configuration.account) ?? configuration, configuration)
        store.webhooks.put(configuration)
      }
      await store.flush()
      return behaviour.present.webhook(next)
    },
  },
} satisfies ControlOperations
