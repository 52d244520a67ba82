// A webhook that is configured, changed and rotated.
import { instantIn } from '../../contract/instant.ts'
import { envelopeOf } from '../../evidence/delivery.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { blocked, Inconclusive, outOfPatience, reason } from '../../evidence/inconclusive.ts'
import { computedFrom, seen, seenSignature } from '../../evidence/seen.ts'
import { rightSignature } from '../../evidence/signature-fault.ts'
import { claims } from '../../kit/claims.ts'
import { isSigned } from '../../receiver/signature.ts'
import { ending, narrow, ofCompany, webhookConfiguration } from '../../scenarios/webhook-configuration.ts'
import { instantOf } from '../../steps/instant-of.ts'
import { isWithin, shownMoment } from '../../steps/moment.ts'
import { fieldAt, refusedBy, requireSuccess, succeeded, textAt } from '../../steps/read.ts'
import { normalUrl, receiverOf, settingsOf } from '../../steps/set-webhook.ts'
import { isDeepStrictEqual } from 'node:util'

const lastWins = 'webhooks.last-write-wins'
const sets = ['webhooks.put-sets-the-secret', 'delivery.specimen-is-signed-with-the-current-secret']

// A PUT that is refused has no part that holds.
const refuses = { url: 'webhooks.url-must-be-https', secret: 'webhooks.short-secret-refused' }

const keeps = ['webhooks.omitted-secret-is-kept', 'webhooks.put-never-clears-the-secret']
const replaces = 'webhooks.put-replaces-only-what-is-sent'
const secretKept = [replaces, 'webhooks.omitted-secret-is-kept']
const whileOff = 'webhooks.disabling-keeps-the-configuration'
const eventsKept = [replaces, 'webhooks.omitted-events-are-kept']
const rotatedAt = '/secret_rotated_at'
const seenSettings = (answer: Answered) => computedFrom(settingsOf(answer), answer)
const whenRotated = 'webhooks.secret-rotated-at-is-when-it-was-replaced'
const updated = 'webhooks.updated-at-is-when-it-was-changed'

// Both times may be cut to the second, and stem from a clock that nobody moves.
const apartMs = 2_000

const at = (answer: Answered, name: string): number => instantIn(fieldAt(answer, `/${name}`))

export default claims(webhookConfiguration, ['webhook', 'control'], {
  // The company's own screens and the lender write to one configuration, and what was written last holds, also for what is sent.
  'webhooks.last-write-wins': {
    verifies: [lastWins],
    async judge({ company, repeated, restored }, context) {
      const { expect, patience } = context
      if (company instanceof Inconclusive) throw company
      const { url, secret, specimen, between, last } = company
      requireSuccess(repeated)
      const theirs = { url: normalUrl(url), enabled: false, events: [...ofCompany], secret_set: true }
      expect(lastWins).equal(computedFrom(settingsOf(between), between), theirs)
      // The lender switches delivery off, and says nothing of the events.
      const ours = { ...theirs, url: normalUrl(receiverOf(context).url) }
      expect(lastWins).equal(computedFrom(settingsOf(requireSuccess(last)), last), ours)
      expect(lastWins).equal(computedFrom(restored.response.status < 300, restored), true)
      const id = fieldAt(specimen, '/event_id')
      const delivery = await receiverOf(context).inbox.wait((one) => envelopeOf(one).id === id, patience.feed)
      if (!delivery) return
      const signer = isSigned(delivery, secret) ? "the company's secret" : 'another secret'
      expect(lastWins).equal(computedFrom(signer, specimen, delivery), "the company's secret")
      // How each sign of it is called is looked at elsewhere.
      const address = delivery.path.includes('?set-by=') ? "the company's address" : delivery.path
      expect(lastWins).equal(computedFrom(address, specimen, delivery), "the company's address")
    },
  },
  // A secret of the shortest length is taken, signs what is sent from then on, and is kept by a PUT that leaves it out.
  'webhooks.new-secret-signs-what-follows': {
    verifies: ['webhooks.secret-of-32-characters-accepted', ...sets, ...keeps, ...Object.values(refuses)],
    needs: ['webhook'],
    async judge({ rotated, secret, late, specimen }, context) {
      const { expect, patience } = context
      expect('webhooks.secret-of-32-characters-accepted').status(rotated, '2xx')
      const id = textAt(specimen, '/event_id')
      const delivery = await receiverOf(context).inbox.wait((one) => envelopeOf(one).id === id, patience.feed)
      if (!delivery) throw outOfPatience('no-specimen-after-rotation', specimen)
      const isSignedWith = (one: string): boolean => isSigned(delivery, one)
      for (const { field, secret: refused, answer } of late.filter((one) => !succeeded(one.answer))) {
        const signer = isSignedWith(refused) ? 'the secret of a refused PUT' : 'another'
        expect(refuses[field]).equal(computedFrom(signer, answer, delivery), 'another')
      }
      // Another secret may be in force since then.
      const taken = late.find(({ answer }) => succeeded(answer))
      if (taken) throw blocked(reason('stopped-after-failure', { rule: refuses[taken.field] }), taken.answer)
      if (late.some(({ secret: other }) => isSignedWith(other))) return
      const isRight = isSignedWith(secret)
      const { secrets } = receiverOf(context)
      const isFormer = secrets.slice(0, secrets.indexOf(secret)).some(isSignedWith)
      const { value, ...at } = seenSignature(delivery)
      const other = value === rightSignature ? 'HMAC-SHA256(another secret, "t.body")' : value
      const requests = [rotated.id, delivery.id]
      // A secret that was lost is not the one before it.
      expect(isFormer ? sets : [...sets, ...keeps]).equal(
        { ...at, requests, value: isRight ? rightSignature : other },
        rightSignature,
      )
    },
  },
  // A PUT sets the fields it sends, keeps all others, says how it all stands, and does no more when it is sent again.
  'webhooks.put-changes-only-what-it-sends': {
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
    judge(configuration, context) {
      const { expect, recordReading } = context
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
      recordReading(
        'webhooks.put-without-url',
        succeeded(withoutUrl) ? 'optional-later' : 'always-required',
        withoutUrl,
      )
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
  },
  // The configuration shows when its secret was replaced, which is later than when the one before it was set, and when it was changed.
  'webhooks.rotation-says-when-it-was': {
    verifies: [whenRotated, updated],
    needs: ['webhook'],
    judge({ before, rotated, rotation, restored, restoredRead }, { expect }) {
      if (!succeeded(rotated)) throw blocked(refusedBy(rotated), rotated)
      // It was restored right after that, which switched it on and subscribed to every event again.
      if (succeeded(restored))
        expect(updated).that(
          { ...seen(restoredRead, '/updated_at'), requests: [restored.id, restoredRead.id] },
          (time) => time === null || isWithin(rotation, time),
          shownMoment(rotation),
        )
      else expect(updated).notTested(refusedBy(restored))
      const shown = { ...seen(restoredRead, '/secret_rotated_at'), requests: [rotated.id, restoredRead.id] }
      expect(whenRotated).that(shown, (time) => isWithin(rotation, time), shownMoment(rotation))
      // Where the clock went on by then, as the times of the last changes show.
      if (at(restoredRead, 'updated_at') - at(before, 'updated_at') < apartMs) return
      const [was, is] = [before, restoredRead].map((answer) => at(answer, 'secret_rotated_at')) as [number, number]
      if (!Number.isNaN(was))
        expect(whenRotated).that(
          {
            ...computedFrom(fieldAt(restoredRead, '/secret_rotated_at'), before, rotated, restoredRead),
            pointer: shown.pointer,
          },
          () => is > was || (is === was && is % 1_000 === 0 && rotation.from - was < apartMs),
          `after ${String(fieldAt(before, '/secret_rotated_at'))}`,
        )
    },
  },
})
