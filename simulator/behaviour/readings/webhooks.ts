// Permitted readings of the freedoms of the area webhooks.
import { accept, instead, loosen, refuse, replace, set, tighten, waive, wrap } from '../operators/index.ts'
import { randomBytes } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { Contract } from '../../contract/contract.ts'
import type { Event, WebhookConfiguration } from '../../domain/records.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Detail } from '../../domain/refusal.ts'
import type { Fault } from '../problems.ts'
import type { WebhookChange } from '../webhook-settings.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'
import { faultsAs, succeedsWith } from './reading-patches.ts'

const both =
  (...patches: ReadingPatch[]): ReadingPatch =>
  (ground) => {
    for (const patch of patches) patch(ground)
  }

const readBefore = (status: number | null): ReadingPatch => set('webhookSettings.readBeforeStatus', status)
const testBefore = (status: number): ReadingPatch => set('webhookSettings.testBeforeStatus', status)

const testRefused = (decide: (configuration: WebhookConfiguration, type: string) => Refusal | null): ReadingPatch =>
  instead('webhookSettings.checkTest', (usual, configuration, type) => {
    usual(configuration, type)
    const refusal = decide(configuration, type)
    if (refusal) throw refusal
  })

const whileDisabled = (code: string, status: number): ReadingPatch =>
  testRefused(({ enabled }) =>
    enabled ? null : new Refusal(code, 'Delivery is switched off; enable the webhook first.', { status }),
  )

const takesType = ({ events }: WebhookConfiguration, type: string): boolean =>
  events.includes('*') || events.includes(type)

const unsubscribedType: ReadingPatch = testRefused((configuration, type) => {
  if (takesType(configuration, type)) return null
  const details = [{ field: 'type', code: 'invalid_value', value: type, message: 'is not subscribed to' }]
  return new Refusal('validation_failed', 'The webhook is not subscribed to this type.', { details })
})

const badType = (code: 'semantic_validation_failed' | 'invalid_request'): ReadingPatch =>
  faultsAs('testWebhook', ({ field }) => field === 'type', code)

/** A field that must be sent, on the first PUT or on every one. */
const needed = (field: keyof WebhookChange, when: 'first' | 'always'): ReadingPatch =>
  wrap('webhookSettings.missing', (found, _next, current, change) => {
    const counts = change !== undefined && (when === 'always' || current?.updated_at === null)
    const known = found.some((detail) => detail.field === field)
    const isSent = change?.[field] !== undefined && change[field] !== null
    return counts && !isSent && !known
      ? [...found, { field, code: 'required', value: null, message: 'is required' }]
      : found
  })

const isBadValue = ({ field, keyword }: Fault) =>
  (field === 'url' && keyword === 'format') || (field === 'secret' && keyword === 'minLength')

const badValue = (code: 'semantic_validation_failed' | 'invalid_request'): ReadingPatch =>
  both(
    faultsAs('setWebhook', isBadValue, code),
    replace('webhookSettings.unusableCode', () => code),
  )

const startingWith =
  (change: (contract: Contract) => Partial<WebhookConfiguration>): ReadingPatch =>
  (ground) =>
    wrap('webhookSettings.initial', (usual) => ({ ...usual, ...change(ground.contract) }))(ground)

const starAlone: ReadingPatch = both(
  loosen('setWebhook', 'events', { not: undefined }),
  wrap('webhookSettings.subscription', (types) => (types.includes('*') ? ['*'] : types)),
)

const inTheirOrder: ReadingPatch = (ground) => {
  const { event_types } = ground.contract.webhooks
  wrap('webhookSettings.subscription', (types) =>
    types.toSorted((a, b) => event_types.indexOf(a) - event_types.indexOf(b)),
  )(ground)
}

const repeatsKept: ReadingPatch = replace('webhookSettings.unrepeated', (sent) => [...sent])

const tooShort: Detail = { field: 'secret', code: 'invalid_value', value: null, message: 'is too short' }

const inBytes: ReadingPatch = both(loosen('setWebhook', 'secret', { minLength: undefined }), (ground) =>
  wrap('webhookSettings.secretProblem', (found, secret) =>
    Buffer.byteLength(secret) < ground.contract.limits.webhook_secret_min_characters ? [...found, tooShort] : found,
  )(ground),
)

const nullable: ReadingPatch = both(
  ...['url', 'enabled', 'events', 'secret'].map((field) =>
    loosen('setWebhook', field, ({ type }) => ({ type: [type, 'null'].flat() })),
  ),
)

const reserved = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  reserved.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  reserved.addSubnet(net, bits, 'ipv6')

const isPrivate = (url: string): boolean => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const version = isIP(host)
  return version === 0 ? /(^|\.)localhost\.?$/.test(host) : reserved.check(host, version === 6 ? 'ipv6' : 'ipv4')
}

const publicOnly: ReadingPatch = wrap('webhookSettings.urlProblem', (found, url) => {
  if (found.length > 0 || !isPrivate(url)) return found
  return [{ field: 'url', code: 'invalid_value', value: url, message: 'must not be a private address' }]
})

/** When an event that waits is looked at again: soon at first, then the later the longer it has waited. */
const lookAgain = (now: number, { created_at }: Event): number => now + Math.max(2_000, (now - created_at) / 2)

const waiting = (fits: (event: Event) => boolean): ReadingPatch =>
  instead('webhooks.whileSwitchedOff', (usual, now, event, configuration) =>
    configuration?.enabled === false && fits(event) ? lookAgain(now, event) : usual(now, event, configuration),
  )

const sentLater: ReadingPatch = both(
  waiting(({ delivery }) => delivery.attempts === 0),
  instead('webhooks.unsentUntil', function (usual, configuration, type, now) {
    const isOff = this.reachable(configuration) && !configuration.enabled
    return isOff && this.subscribed({ ...configuration, enabled: true }, type) ? now : usual(configuration, type, now)
  }),
)

export const webhooks: AreaReadings = {
  'webhooks.scope': {
    credential: both(
      replace('webhooks.ownerOf', (account, clientId) => `${account}:${clientId}`),
      replace('webhooks.owners', function (account, clientIds) {
        return clientIds().map((clientId) => this.ownerOf(account, clientId))
      }),
    ),
  },
  'webhooks.read-before-configuration': { 'empty-configuration': readBefore(null), 'status-409': readBefore(409) },
  'webhooks.test-before-configuration': {
    'status-404': testBefore(404),
    'status-422': testBefore(422),
    'status-400': testBefore(400),
  },
  'webhooks.test-while-disabled': {
    'status-409': whileDisabled('webhook_not_configured', 409),
    'status-422': whileDisabled('validation_failed', 422),
    'not-delivered': refuse('webhooks.sendsSpecimen', (configuration) => !configuration.enabled),
  },
  'webhooks.test-unsubscribed-type': {
    refused: unsubscribedType,
    'not-delivered': refuse('webhooks.sendsSpecimen', (configuration, type) => !takesType(configuration, type)),
  },
  'webhooks.test-bad-type-status': {
    'semantic-422': badType('semantic_validation_failed'),
    'status-400': badType('invalid_request'),
  },
  'webhooks.test-without-type': {
    'own-choice': waive('testWebhook', 'type'),
  },
  'webhooks.test-unreachable-answer': {
    'both-null': replace('webhooks.responseTimeMs', null, (answered) => answered === null),
  },
  'webhooks.test-success-status': {
    'status-201': succeedsWith(['testWebhook'], 201),
    'status-202': succeedsWith(['testWebhook'], 202),
  },
  'webhooks.put-success-status': {
    'status-201': wrap('webhookSettings.putStatus', (usual, _status, first) => (first ? 201 : usual)),
    'status-202': succeedsWith(['setWebhook'], 202),
  },
  'webhooks.put-without-url': { 'always-required': needed('url', 'always') },
  'webhooks.first-put-without-url-status': {
    'status-400': replace('webhookSettings.missingCode', ({ unreadable }) => unreadable),
  },
  'webhooks.bad-value-status': {
    'semantic-422': badValue('semantic_validation_failed'),
    'status-400': badValue('invalid_request'),
  },
  'webhooks.enabled-default': { disabled: startingWith(() => ({ enabled: false })) },
  'webhooks.events-default': {
    'every-type-listed': startingWith(({ webhooks: { event_types } }) => ({ events: [...event_types] })),
    none: startingWith(() => ({ events: [] })),
    refused: needed('events', 'first'),
  },
  'webhooks.no-secret': {
    refused: needed('secret', 'first'),
    'own-secret': startingWith(() => ({ secret: randomBytes(32).toString('hex') })),
  },
  'webhooks.empty-events': {
    refused: tighten('setWebhook', 'events', { minItems: 1 }),
  },
  'webhooks.unknown-event-type': {
    stored: loosen('setWebhook', 'events', { items: { type: 'string', pattern: '\\S' } }),
  },
  'webhooks.star-with-types': { 'as-star': starAlone },
  'webhooks.duplicate-types': { 'as-sent': repeatsKept },
  'webhooks.events-order': {
    'own-order': inTheirOrder,
  },
  'webhooks.secret-length-unit': { bytes: inBytes },
  'webhooks.same-secret-again': {
    moves: wrap('webhookSettings.rotatedAt', (usual, { secret }, sent, now) => (sent === secret ? now : usual)),
  },
  'webhooks.first-secret-rotated-at': {
    'null-value': replace('webhookSettings.rotatedAt', null, (current) => current.secret === null),
  },
  'webhooks.repeated-put-updated-at': {
    moves: replace('webhookSettings.updatedAt', (_current, _next, now) => now),
  },
  'webhooks.null-fields': { 'as-omitted': nullable },
  'webhooks.private-addresses': { refused: publicOnly },
  'webhooks.url-form': {
    normalised: instead('webhookSettings.url', (usual, sent) =>
      URL.canParse(sent) ? new URL(usual(sent)).href : sent,
    ),
  },
  'webhooks.url-probe': {
    'unsigned-post': accept('webhookSettings.probes', (current, next) => current.url !== next.url),
  },
  'webhooks.missed-while-disabled': { 'sent-later': sentLater },
  'webhooks.retries-while-disabled': { waiting: waiting(({ delivery }) => delivery.attempts > 0) },
  'webhooks.retries-after-unsubscribe': {
    stop: wrap('webhooks.stillWanted', function (usual, configuration, { type }) {
      return usual && this.subscribed({ ...configuration, enabled: true }, type)
    }),
  },
}
