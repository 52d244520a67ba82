// A PUT sets the fields it sends, keeps all others, says how it all stands, and does no more when it is sent again.
import { isDeepStrictEqual } from 'node:util'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { ending, narrow, webhookConfiguration } from '../../scenarios/webhook-configuration.ts'
import { normalUrl, receiverOf, settingsOf } from '../../steps/set-webhook.ts'
import { instantOf } from '../../steps/instant-of.ts'
import { Inconclusive } from '../../evidence/inconclusive.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { check } from '../../kit/check.ts'

const replaces = 'webhooks.put-replaces-only-what-is-sent'
const secretKept = [replaces, 'webhooks.omitted-secret-is-kept']
const whileOff = 'webhooks.disabling-keeps-the-configuration'

const eventsKept = [replaces, 'webhooks.omitted-events-are-kept']

const rotatedAt = '/secret_rotated_at'

const seenSettings = (answer: Answered) => computedFrom(settingsOf(answer), answer)

export default check({
  id: 'webhooks.put-changes-only-what-it-sends',
  verifies: [
    ...secretKept,
    whileOff,
    'webhooks.omitted-events-are-kept',
    'webhooks.put-sets-url',
    'webhooks.put-sets-enabled',
    'webhooks.put-sets-events',
    'webhooks.events-are-types-or-a-star',
    'webhooks.put-is-idempotent',
    'webhooks.last-write-wins',
    'webhooks.get-returns-the-configuration',
    'webhooks.put-returns-the-configuration',
    'webhooks.secret-set-is-true-once-set',
  ],
  needs: ['webhook'],
  async run(context) {
    const { expect, shared, recordReading } = context
    const configuration = await shared(webhookConfiguration)
    const { before, narrowed, withoutUrl, disabled, disabledRead } = configuration
    const { refusedRead, secretOfNull, repeated, company, rotated, emptied, restored, restoredRead } = configuration
    const url = normalUrl(receiverOf(context).url)
    const settings = { url, enabled: true, events: [...narrow].toSorted(), secret_set: true }

    expect('webhooks.put-sets-url').equal(computedFrom(settingsOf(before)['url'], before), url)
    expect('webhooks.secret-set-is-true-once-set').equal(seen(before, '/secret_set'), true)
    const { events: narrowedTo, secret_set: isSet, ...kept } = settingsOf(narrowed)
    expect(['webhooks.put-sets-events', 'webhooks.events-are-types-or-a-star']).equal(
      computedFrom(narrowedTo, narrowed),
      settings.events,
    )
    expect(replaces).equal(computedFrom(kept, narrowed), { url, enabled: true })
    expect(secretKept).equal(computedFrom(isSet, narrowed), true)

    for (const answer of [disabled, disabledRead]) {
      const { enabled, events, secret_set, ...others } = settingsOf(answer)
      expect('webhooks.put-sets-enabled').equal(computedFrom(enabled, answer), false)
      expect([whileOff, replaces]).equal(computedFrom(others, answer), { url })
      expect([whileOff, ...eventsKept]).equal(computedFrom(events, answer), settings.events)
      expect([whileOff, ...secretKept]).equal(computedFrom(secret_set, answer), true)
    }
    // Each is compared with the one before it, so that a change is attributed to its PUT.
    let former = refusedRead
    for (const put of [secretOfNull, repeated, rotated].filter(succeeded)) {
      // What the company wrote in between is looked at elsewhere.
      if (put === rotated && !(company instanceof Inconclusive) && succeeded(company.last)) former = company.last
      const [given, earlier] = [settingsOf(put), settingsOf(former)]
      const sent = put === repeated ? normalUrl(`${receiverOf(context).url}${ending}`) : url
      expect('webhooks.put-sets-url').equal(computedFrom(given['url'], put), sent)
      expect(replaces).equal(computedFrom(given['enabled'], put), earlier['enabled'])
      expect(put === rotated ? replaces : secretKept).equal(
        computedFrom(given['secret_set'], put),
        earlier['secret_set'],
      )
      if (put !== rotated)
        expect(replaces).equal(
          computedFrom(instantOf(fieldAt(put, rotatedAt)), former, put),
          instantOf(fieldAt(former, rotatedAt)),
        )
      // Those that are sent again are compared where they still stood.
      const isSame = isDeepStrictEqual(earlier['events'], settings.events)
      if (put !== repeated || isSame)
        expect(put === repeated ? 'webhooks.put-is-idempotent' : eventsKept).equal(
          computedFrom(given['events'], put),
          earlier['events'],
        )
      else expect('webhooks.put-is-idempotent').notTested('body-was-taken')
      former = put
    }
    if (succeeded(withoutUrl)) {
      const { events, secret_set, ...others } = settingsOf(withoutUrl)
      expect(replaces).equal(computedFrom(others, withoutUrl), { url, enabled: true })
      expect(secretKept).equal(computedFrom(secret_set, withoutUrl), true)
      expect('webhooks.omitted-events-are-kept').equal(computedFrom(events, withoutUrl), settingsOf(former)['events'])
    } else expect(replaces).status(withoutUrl, 400, 422)
    recordReading('webhooks.put-without-url', succeeded(withoutUrl) ? 'optional-later' : 'always-required', withoutUrl)
    // Where it is taken, none is what is subscribed to, which some write as null.
    if (succeeded(emptied))
      expect('webhooks.put-sets-events').equal(computedFrom(settingsOf(emptied)['events'] ?? [], emptied), [])
    else expect('webhooks.put-sets-events').status(emptied, 400, 422)
    expect('webhooks.put-sets-enabled').equal(seen(restored, '/enabled'), true)
    const pairs: [put: Answered, get: Answered][] = [
      [disabled, disabledRead],
      [restored, restoredRead],
    ]
    for (const [put, get] of pairs) {
      expect('webhooks.put-returns-the-configuration').equal(seenSettings(put), settingsOf(get))
      expect(['webhooks.get-returns-the-configuration', 'webhooks.last-write-wins']).equal(
        seenSettings(get),
        settingsOf(put),
      )
    }
    // A 200 says nothing of what the first PUT was answered.
    if (narrowed.response.status === 202) recordReading('webhooks.put-success-status', 'status-202', narrowed)
    const order =
      JSON.stringify(seen(disabledRead, '/events').value) === JSON.stringify(narrow) ? 'as-sent' : 'own-order'
    recordReading('webhooks.events-order', order, disabledRead)
  },
})
