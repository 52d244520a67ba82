// The webhook configuration resource and how a PUT changes it (Endpoints / GET /webhook, PUT /webhook).
import type { Contract } from '../contract.ts'
import type { AccountKey, WebhookConfiguration } from '../domain/records.ts'
import type { Detail } from '../domain/refusal.ts'
import { Refusal } from '../domain/refusal.ts'

export type WebhookChange = {
  url?: string | null
  enabled?: boolean | null
  events?: string[] | null
  secret?: string | null
}

export const webhookSettings = (_contract: Contract) => ({
  initial: (account: AccountKey): WebhookConfiguration => ({
    account,
    url: null,
    enabled: true,
    events: ['*'],
    secret: null,
    secret_rotated_at: null,
    updated_at: null,
  }),

  isConfigured: (
    configuration: WebhookConfiguration | undefined,
  ): configuration is WebhookConfiguration & { url: string } =>
    configuration !== undefined && configuration.url !== null,

  /** The status is not shown: 404 suits a read, 409 a specimen. */
  notConfigured: (status: number): Refusal =>
    new Refusal('webhook_not_configured', 'No webhook address and secret are configured; set them with PUT /webhook.', {
      status,
    }),

  /** The first PUT brings the address; without a secret nothing is delivered, but that can follow. */
  missing: (next: WebhookConfiguration): Detail[] =>
    next.url === null ? [{ field: 'url', code: 'required', value: null, message: 'is required' }] : [],

  /** HTTPS only, unless the simulator was told to take plain HTTP. */
  urlProblem: (url: string, allowHttp: boolean): Detail[] => {
    const parsed = URL.canParse(url) ? new URL(url) : undefined
    const schemes = allowHttp ? ['https:', 'http:'] : ['https:']
    if (parsed && schemes.includes(parsed.protocol) && parsed.username === '' && parsed.password === '') return []
    return [{ field: 'url', code: 'invalid_value', value: url, message: 'must be an HTTPS address' }]
  },

  /** Only the fields sent change; a PUT never clears a secret. */
  apply(current: WebhookConfiguration, change: WebhookChange, now: number): WebhookConfiguration {
    const secret = change.secret ?? current.secret
    const next: WebhookConfiguration = {
      account: current.account,
      url: change.url ?? current.url,
      enabled: change.enabled ?? current.enabled,
      events: change.events ? [...new Set(change.events)] : current.events,
      secret,
      secret_rotated_at: secret === current.secret ? current.secret_rotated_at : now,
      updated_at: current.updated_at,
    }
    const changed = JSON.stringify(next) !== JSON.stringify(current)
    return changed ? { ...next, updated_at: now } : next
  },
})
