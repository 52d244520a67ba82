// Defects of a webhook whose address is set: how it is kept, and what becomes of the secret.
import * as op from '../../operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import { applying } from './settings.ts'

export const webhooksAddresses: readonly Defect[] = rows({
  'secret-dated-by-the-address': {
    breaks: 'webhooks.put-replaces-only-what-is-sent',
    bug: 'Another address counts as another receiver, and its secret as set at that time.',
    deep: 'only where the address changes',
    apply: applying(({ url, updated_at, secret_rotated_at }, { secret }, before) => ({
      secret_rotated_at: secret || url === before.url ? secret_rotated_at : updated_at,
    })),
  },
  'secret-cleared-by-another-host': {
    breaks: 'webhooks.omitted-secret-is-kept',
    bug: 'A secret belongs to the host that it was set for, and is cleared where the address names another.',
    deep: 'only for an address of another host or port',
    also: ['webhooks.put-never-clears-the-secret'],
    apply: applying(({ url, secret }, sent, before) => ({
      secret: sent.secret || !url || !before.url || new URL(url).host === new URL(before.url).host ? secret : null,
    })),
  },
  'webhook-address-in-lower-case': {
    breaks: 'webhooks.put-sets-url',
    bug: 'The whole address is written in lower case, as its host may be.',
    deep: 'only for an address with capitals behind the host',
    apply: op.wrap('webhookSettings.url', (url) => url.toLowerCase()),
  },
})
