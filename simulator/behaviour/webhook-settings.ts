// The webhook configuration resource and how a PUT changes it (Endpoints / GET /webhook, PUT /webhook).
import type { Contract } from '../contract/contract.ts'
import type { AccountKey, WebhookConfiguration } from '../domain/records.ts'
import type { Detail } from '../domain/refusal.ts'
import { Refusal } from '../domain/refusal.ts'
import type { problems } from './problems.ts'

export type WebhookChange = {
  url?: string | null
  enabled?: boolean | null
  events?: string[] | null
  secret?: string | null
}

type Codes = Pick<ReturnType<typeof problems>, 'missingField' | 'unusableValue' | 'unreadable'>

export const webhookSettings = (_contract: Contract) => ({
  /** Whether a URL is tried when it is set. */
  probes: (_current: WebhookConfiguration, _next: WebhookConfiguration): boolean => false,

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

  notConfigured: (status: number): Refusal =>
    new Refusal('webhook_not_configured', 'No webhook address and secret are configured; set them with PUT /webhook.', {
      status,
    }),
  /** The status is not shown: 404 suits a read, 409 a specimen. Null shows the empty configuration. */
  readBeforeStatus: 404 as number | null,
  testBeforeStatus: 409,

  /** The type of a specimen for which none is named, where that is taken. */
  specimenType: 'order.created',

  /** Refuses a specimen that could be sent: none. */
  checkTest: (_configuration: WebhookConfiguration, _type: string): void => undefined,

  /**
   * The first PUT brings the address; without a secret nothing is delivered, but that can follow. `change` is what a lender
   * sent, and missing for what was set on the company's screens.
   */
  missing: (next: WebhookConfiguration, _current?: WebhookConfiguration, _change?: WebhookChange): Detail[] =>
    next.url === null ? [{ field: 'url', code: 'required', value: null, message: 'is required' }] : [],
  missingCode: (codes: Codes): string => codes.missingField,

  /** HTTPS only, unless the simulator was shown to take plain HTTP. */
  urlProblem: (url: string, allowHttp: boolean): Detail[] => {
    const parsed = URL.canParse(url) ? new URL(url) : undefined
    const schemes = allowHttp ? ['https:', 'http:'] : ['https:']
    if (parsed && schemes.includes(parsed.protocol) && parsed.username === '' && parsed.password === '') return []
    return [{ field: 'url', code: 'invalid_value', value: url, message: 'must be an HTTPS address' }]
  },
  /** What is wrong with a secret beside its shape. */
  secretProblem: (_secret: string): Detail[] => [],
  unusableCode: (codes: Codes): string => codes.unusableValue,

  /** Success code of a PUT; `first` is the one that creates the configuration. */
  putStatus: (usual: number, _first: boolean): number => usual,

  /** How a URL is kept. */
  url: (sent: string): string => sent,
  /** How a type that is sent twice is stored. */
  unrepeated: (sent: readonly string[]): string[] => [...new Set(sent)],
  /** How a subscription is kept. */
  subscription(sent: readonly string[]): string[] {
    return this.unrepeated(sent)
  },
  /** Called when a secret is sent. */
  rotatedAt: (current: WebhookConfiguration, sent: string, now: number): number | null =>
    sent === current.secret ? current.secret_rotated_at : now,
  updatedAt: (current: WebhookConfiguration, next: WebhookConfiguration, now: number): number | null =>
    JSON.stringify(next) === JSON.stringify(current) ? current.updated_at : now,

  /** Only the fields sent change; a PUT never clears a secret. */
  apply(current: WebhookConfiguration, change: WebhookChange, now: number): WebhookConfiguration {
    const next: WebhookConfiguration = {
      account: current.account,
      url: change.url ? this.url(change.url) : current.url,
      enabled: change.enabled ?? current.enabled,
      events: change.events ? this.subscription(change.events) : current.events,
      secret: change.secret ?? current.secret,
      secret_rotated_at: change.secret ? this.rotatedAt(current, change.secret, now) : current.secret_rotated_at,
      updated_at: current.updated_at,
    }
    return { ...next, updated_at: this.updatedAt(current, next, now) }
  },
})
