// Defects of the webhook configuration: how it is set, kept and shown.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import type { WebhookConfiguration } from '../../../simulator/domain/records.ts'
import type { WebhookChange } from '../../../simulator/behaviour/webhook-settings.ts'

/** Changes what a PUT leaves. */
export const applying = (
  change: (
    next: WebhookConfiguration,
    sent: WebhookChange,
    before: WebhookConfiguration,
  ) => Partial<WebhookConfiguration>,
) => op.wrap('webhookSettings.apply', (next, current, sent) => ({ ...next, ...change(next, sent, current) }))

const isShort = (secret: unknown): secret is string => typeof secret === 'string' && secret.length < 32

/** A PUT that is to be refused has set something by then; a secret that is too short is refused by its own check. */
const refusedAfter = (set: (current: WebhookConfiguration, sent: WebhookChange) => void) =>
  op.together(
    op.loosen('setWebhook', 'secret', { minLength: undefined }),
    op.instead('webhookSettings.secretProblem', (_usual, secret) =>
      isShort(secret) ? [{ field: 'secret', code: 'invalid_value', value: null, message: 'is too short' }] : [],
    ),
    op.note('webhookSettings.apply', set),
  )

const secretWhere =
  (fits: (sent: WebhookChange) => boolean) =>
  (current: WebhookConfiguration, sent: WebhookChange): void => {
    if (fits(sent)) current.secret = sent.secret ?? current.secret
  }

export const webhooksSettings: readonly Defect[] = rows({
  'webhook-secret-shown': {
    breaks: 'webhooks.secret-is-never-returned',
    bug: 'The configuration shows the secret.',
    apply: op.add('present.webhook', (body, { secret }) => (body['secret'] = secret)),
  },
  'webhook-secret-never-set': {
    breaks: 'webhooks.secret-set-is-true-once-set',
    bug: 'Whether a secret is set is shown wrongly.',
    apply: op.falsify('present.webhook', 'secret_set', false),
  },
  'webhook-events-renamed': {
    breaks: 'webhooks.events-are-types-or-a-star',
    bug: 'Subscribed types come back without what stands before the dot.',
    apply: op.falsify('present.webhook', 'events.*', (type) => String(type).replace('order.', '')),
  },
  'webhook-url-not-required': {
    breaks: 'webhooks.url-is-required',
    bug: 'A first PUT needs no address.',
    apply: op.together(
      op.skip('webhookSettings.missing'),
      op.skip('webhookSettings.urlProblem', (url: string | null) => url === null),
    ),
  },
  'webhook-takes-plain-http': {
    breaks: 'webhooks.url-must-be-https',
    bug: 'A plain HTTP address is taken.',
    apply: op.misread('webhookSettings.urlProblem', (url) => [url, true]),
  },
  'plain-http-to-localhost-taken': {
    breaks: 'webhooks.url-must-be-https',
    bug: 'A plain HTTP address of the machine itself is taken, as developers wanted it.',
    deep: 'only for the host localhost',
    apply: op.misread('webhookSettings.urlProblem', (url, allowHttp) => [
      url,
      allowHttp || url.startsWith('http://localhost'),
    ]),
  },
  'webhook-secret-of-any-length': {
    breaks: 'webhooks.short-secret-refused',
    bug: 'A secret may be as short as it likes.',
    apply: op.loosen('setWebhook', 'secret', { minLength: 1 }),
  },
  'webhook-refused-put-switches': {
    breaks: 'webhooks.short-secret-refused',
    bug: 'A PUT that is refused for its secret has set enabled already.',
    deep: 'only where enabled is sent with what is refused',
    apply: refusedAfter((current, { enabled, secret }) => {
      if (isShort(secret)) current.enabled = enabled ?? current.enabled
    }),
  },
  'webhook-refused-put-subscribes': {
    breaks: 'webhooks.short-secret-refused',
    bug: 'A PUT that is refused for its secret has set its events already.',
    deep: 'only where events are sent with what is refused',
    apply: refusedAfter((current, { events, secret }) => {
      if (isShort(secret)) current.events = events ?? current.events
    }),
  },
  'webhook-refused-secret-is-in-force': {
    breaks: 'webhooks.short-secret-refused',
    bug: 'A secret that is refused for its length has been put in force already.',
    deep: 'only in the deliveries after a refused PUT, and only for half the length or more',
    apply: refusedAfter(secretWhere(({ secret }) => isShort(secret) && secret.length >= 16)),
  },
  'webhook-refused-address-leaves-its-secret': {
    breaks: 'webhooks.url-must-be-https',
    bug: 'The secret of a PUT that is refused for its address has been put in force already.',
    deep: 'only in the deliveries after a refused PUT that carries a secret',
    apply: refusedAfter(secretWhere(({ url }) => url?.startsWith('http:') === true)),
  },
  'webhook-secret-of-more-than-32': {
    breaks: 'webhooks.secret-of-32-characters-accepted',
    bug: 'A secret must be longer than 32 characters.',
    apply: op.tighten('setWebhook', 'secret', { minLength: 33 }),
  },
  'webhook-empty-secret-clears-it': {
    breaks: 'webhooks.put-never-clears-the-secret',
    bug: 'A secret of null removes the one there is.',
    apply: op.together(
      op.loosen('setWebhook', 'secret', { type: ['string', 'null'] }),
      applying((next, sent) => ({ secret: sent.secret === null ? null : next.secret })),
    ),
  },
  'webhook-secret-cleared-when-omitted': {
    breaks: 'webhooks.omitted-secret-is-kept',
    bug: 'A PUT replaces the whole configuration, the secret with it.',
    apply: applying((_next, { secret }) => ({ secret: secret ?? null })),
  },
  'webhook-secret-set-once': {
    breaks: 'webhooks.put-sets-the-secret',
    bug: 'Once there is a secret, a new one is taken and forgotten.',
    apply: applying((next, _sent, before) => ({ secret: before.secret ?? next.secret })),
  },
  'webhook-events-reset-when-omitted': {
    breaks: 'webhooks.omitted-events-are-kept',
    bug: 'A PUT without events subscribes to every type.',
    apply: applying((next, { events }) => ({ events: events ? next.events : ['*'] })),
  },
  'webhook-enabled-reset-when-omitted': {
    breaks: 'webhooks.put-replaces-only-what-is-sent',
    bug: 'A PUT without enabled switches delivery off.',
    apply: applying((_next, { enabled }) => ({ enabled: enabled ?? false })),
  },
  'webhook-new-secret-switches-on': {
    breaks: 'webhooks.put-replaces-only-what-is-sent',
    bug: 'A PUT of a new secret without enabled switches delivery on.',
    deep: 'only while switched off, and only with a secret',
    apply: applying((next, { enabled, secret }) => ({ enabled: secret ? (enabled ?? true) : next.enabled })),
  },
  'webhook-new-events-switch-on': {
    breaks: 'webhooks.put-replaces-only-what-is-sent',
    bug: 'A PUT of events without enabled switches delivery on.',
    deep: 'only while switched off, and only with events',
    apply: applying((next, { enabled, events }) => ({ enabled: events ? (enabled ?? true) : next.enabled })),
  },
  'webhook-new-secret-resets-events': {
    breaks: 'webhooks.omitted-events-are-kept',
    bug: 'A PUT of a new secret without events subscribes to every type.',
    deep: 'only with a secret',
    apply: applying((next, { events, secret }) => ({ events: secret && !events ? ['*'] : next.events })),
  },
  'webhook-enabled-ignored': {
    breaks: 'webhooks.put-sets-enabled',
    bug: 'A PUT cannot switch delivery off.',
    apply: applying(() => ({ enabled: true })),
  },
  'webhook-switched-on-for-every-event': {
    breaks: 'webhooks.omitted-events-are-kept',
    bug: 'Switching delivery on again subscribes to every type.',
    deep: 'only while switched off',
    apply: applying((next, { enabled, events }, before) => ({
      events: enabled && !events && !before.enabled ? ['*'] : next.events,
    })),
  },
  'webhook-first-set-is-switched-on': {
    breaks: 'webhooks.put-sets-enabled',
    bug: 'A webhook that is set for the first time is switched on, whatever is sent.',
    deep: 'only for the first PUT',
    apply: applying(({ enabled }, _sent, before) => ({ enabled: before.url === null || enabled })),
  },
  'webhook-no-events-ignored': {
    breaks: 'webhooks.put-sets-events',
    bug: 'An empty list of events is taken for one that was not sent.',
    deep: 'only for an empty list',
    apply: applying(({ events }, sent, before) => ({ events: sent.events?.length === 0 ? before.events : events })),
  },
  'webhook-events-ignored': {
    breaks: 'webhooks.put-sets-events',
    bug: 'The subscription is every type, whatever is sent.',
    apply: applying(() => ({ events: ['*'] })),
  },
  'webhook-events-added-up': {
    breaks: 'webhooks.put-is-idempotent',
    bug: 'Types that are sent again are listed again.',
    apply: applying((next, { events }, before) => ({
      events:
        events && !events.includes('*') && !before.events.includes('*') ? [...before.events, ...events] : next.events,
    })),
  },
  'webhook-first-write-wins': {
    breaks: 'webhooks.last-write-wins',
    bug: 'A subscription that was narrowed is not changed by another list of types.',
    apply: applying((next, { events }, before) => ({
      events: events && !events.includes('*') && !before.events.includes('*') ? before.events : next.events,
    })),
  },
  'webhook-url-cut': {
    breaks: 'webhooks.put-sets-url',
    bug: 'The address comes back without its path.',
    apply: op.falsify('present.webhook', 'url', (url) => new URL(String(url)).origin),
  },
  'webhook-url-without-its-query': {
    breaks: 'webhooks.put-sets-url',
    bug: 'The address is put together again from its parts, of which the query is none.',
    deep: 'only for an address with a query',
    apply: op.wrap('webhookSettings.url', (url) => url.replace(/\?.*$/, '')),
  },
  'webhook-disabling-clears-events': {
    breaks: 'webhooks.disabling-keeps-the-configuration',
    bug: 'Switching delivery off forgets the subscription.',
    apply: applying((next, { enabled }) => ({ events: enabled === false ? ['*'] : next.events })),
  },
  'webhook-disabled-in-name-only': {
    breaks: 'webhooks.disabling-stops-delivery',
    bug: 'Deliveries go on while the webhook is switched off.',
    apply: op.together(
      op.accept('webhooks.stillWanted'),
      op.misread('webhooks.subscribed', (configuration) => [{ ...configuration, enabled: true }]),
    ),
  },
  'webhook-retries-while-switched-off': {
    breaks: 'webhooks.disabling-stops-delivery',
    bug: 'Whether delivery is switched on is asked as an event is raised only, so that its retries go on.',
    deep: 'only retries',
    apply: op.accept('webhooks.stillWanted'),
  },
  'webhook-put-answers-the-former': {
    breaks: 'webhooks.put-returns-the-configuration',
    bug: 'A PUT answers with the configuration as it was before.',
    apply: op.perTarget((before?: unknown) =>
      op.answer('setWebhook', (given) => {
        if (given.status >= 300) return given
        const body = before ?? given.body
        before = given.body
        return { ...given, body }
      }),
    ),
  },
  'webhook-get-without-events': {
    breaks: 'webhooks.get-returns-the-configuration',
    bug: 'A GET shows every type as subscribed.',
    apply: op.falsify('getWebhook', 'events', ['*']),
  },
  'webhook-star-without-fees': {
    breaks: 'webhooks.star-subscribes-to-every-type',
    bug: 'The star leaves out the types that were added last.',
    apply: op.wrap(
      'webhooks.subscribed',
      (usual, _configuration, type) => usual && type !== 'order.revision_responded',
    ),
  },
})
