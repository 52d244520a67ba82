// Defects of a webhook whose address is set: how it is kept, and what becomes of the secret.
import * as op from '../../../simulator/behaviour/operators/index.ts'
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
  'plus-in-the-address-called-as-a-space': {
    breaks: 'delivery.only-the-configured-endpoint-is-called',
    bug: 'The query of the address is read as a form before it is called, so that a plus becomes a space.',
    deep: 'only for an address with a plus',
    apply: op.wrap('webhooks.urlFor', (url) => url.replaceAll('+', '%20')),
  },
  'address-decoded-before-it-is-called': {
    breaks: 'delivery.only-the-configured-endpoint-is-called',
    bug: 'The address is decoded and written again before it is called, so that a slash within its query is bare.',
    deep: 'only for an address with an encoded slash',
    apply: op.wrap('webhooks.urlFor', (url) => url.replaceAll('%2F', '/')),
  },
  'address-called-without-its-slash': {
    breaks: 'delivery.only-the-configured-endpoint-is-called',
    bug: 'A slash at the end of the path is dropped before the address is called.',
    deep: 'only for an address with a slash at the end of its path',
    apply: op.wrap('webhooks.urlFor', (url) => url.replace(/\/(?=\?|$)/, '')),
  },
  'webhook-address-in-lower-case': {
    breaks: 'webhooks.put-sets-url',
    bug: 'The whole address is written in lower case, as its host may be.',
    deep: 'only for an address with capitals behind the host',
    apply: op.wrap('webhookSettings.url', (url) => url.toLowerCase()),
  },
})
