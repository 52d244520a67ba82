// How a client configures its webhook, and how its receiver answers what the journal shows to have been delivered.
import { createHmac } from 'node:crypto'
import { groupBy } from '../../../reports/group-by.ts'
import { limits, retrySchedule } from '../../contract/limits.ts'
import { busyStatuses } from '../../evidence/busy-statuses.ts'
import { headerOf, textOf } from '../../evidence/exchange.ts'
import { at, textAt } from '../../model/body.ts'
import { isRefused, type Call, type DeliveryCall, type Journal } from '../call.ts'
import { eachCall, ruleGroup, type ClientRule, type Fault } from '../client-rule.ts'
import { isMasked } from '../journal/masked.ts'
import { isNearHost } from '../near-host.ts'
import { thresholds } from '../thresholds.ts'

const settingsIn = ({ calls }: Journal): Call[] =>
  calls.filter((call) => call.operation === 'setWebhook' && !isRefused(call))

/** Every secret that the client may have set, as any of several lenders may have one. */
const secretsIn = (settings: readonly Call[]): string[] =>
  settings.flatMap(({ sent }) => textAt(sent, 'secret') ?? []).filter((secret) => !isMasked(secret))

type Sort = {
  one: DeliveryCall
  /** Undefined where it is signed with none that is known. */
  secret: string | undefined
  isSigned: boolean
  offSeconds: number
  createdAgo: number
  accepted: boolean
}

const sortOf = (one: DeliveryCall, secrets: readonly string[]): Sort | null => {
  const header = headerOf(one.delivery.headers, 'x-service-signature')
  const [, t, given] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(header ?? '') ?? []
  // A signature or a body that is not here says nothing of the one that was sent.
  if (secrets.length === 0 || one.status === null || header === undefined || isMasked(header)) return null
  if (one.known.body === 'unknown' || one.known.body === 'part') return null
  const own = secrets.find(
    (secret) => createHmac('sha256', secret).update(`${t}.`).update(one.delivery.body).digest('hex') === given,
  )
  const created = Date.parse(textAt(one.delivery.json, 'created_at') ?? '')
  return {
    one,
    secret: own,
    isSigned: own !== undefined,
    offSeconds: Math.abs(one.startedAt / 1000 - Number(t ?? NaN)),
    createdAgo: Math.abs(one.startedAt - created) / 1000,
    accepted: one.status >= 200 && one.status < 300,
  }
}

const { clockSeconds, freshSeconds } = thresholds

const isFresh = ({ offSeconds }: Sort): boolean => offSeconds <= limits().signature_tolerance_seconds - clockSeconds
const isStale = ({ offSeconds }: Sort): boolean => offSeconds > limits().signature_tolerance_seconds + clockSeconds

/** Whether the bytes differ from what a parser would write for their JSON. */
const isUnusual = ({ one }: Sort): boolean => textOf(one.delivery.body) !== JSON.stringify(one.delivery.json)

const retryOrExamine = 'Examine the receiver with `assay receiver`, or put a fault on the deliveries of the simulator.'

/** A delivery among those to the same address. */
type Place = { sorts: readonly Sort[]; index: number }

type Neighbours = { before: Sort | undefined; after: Sort | undefined }

/** The nearest that are as asked. */
const nearest = ({ sorts, index }: Place, isOne: (other: Sort) => boolean): Neighbours => {
  let [before, after] = [index - 1, index + 1]
  while (before >= 0 && !isOne(sorts[before]!)) before -= 1
  while (after < sorts.length && !isOne(sorts[after]!)) after += 1
  return { before: sorts[before], after: sorts[after] }
}

/** The company may have set another secret: one that fits before and after was in force between, if nothing was set there. */
const inForce = ({ before, after }: Neighbours, settings: readonly Call[]): boolean => {
  if (before === undefined || after === undefined || before.secret !== after.secret) return false
  const [from, to] = [before.one.startedAt, after.one.startedAt]
  return !settings.some(({ startedAt, endedAt }) => startedAt <= to && endedAt >= from)
}

const receiverRule = (
  rule: string,
  words: Pick<ClientRule, 'shownBy' | 'toChange'>,
  look: (sort: Sort, place: Place) => Fault | true | null,
): ClientRule => ({
  rule,
  toTry: retryOrExamine,
  ...words,
  judge(journal, seen) {
    const settings = settingsIn(journal)
    const secrets = secretsIn(settings)
    const all = journal.deliveries.flatMap((one) => sortOf(one, secrets) ?? [])
    // Each of several receivers may have a secret of its own.
    for (const sorts of groupBy(all, ({ one }) => one.url).values())
      for (const [index, sort] of sorts.entries()) {
        const { one, isSigned } = sort
        const place = { sorts, index }
        const isKnown =
          isSigned ||
          one.fault !== null ||
          inForce(
            nearest(place, (other) => other.isSigned),
            settings,
          )
        const found = isKnown ? look(sort, place) : null
        if (found === true) seen.occasion(one)
        else if (found !== null) seen.violation(found, one)
      }
  },
})

/** A 401 may also mean that the receiver has not got the secret yet, or no longer has it. */
const refused = (sort: Sort, place: Place): Fault | true | null => {
  if (sort.accepted) return true
  const { before, after } = nearest(place, ({ accepted, secret }) => accepted && secret === sort.secret)
  return sort.one.status === 401 && before && after ? { expected: 'a 2xx', received: '401' } : null
}

export const webhooks = ruleGroup(
  'webhooks',
  [
    {
      rule: 'webhooks.client-configures-an-https-address',
      shownBy: 'webhook address off this machine',
      toTry: 'Let the client set an `https:` address.',
      toChange: 'Set an `https:` address.',
      judge: eachCall('setWebhook', ({ sent }) => {
        const text = textAt(sent, 'url')
        if (text === null || !URL.canParse(text)) return null
        const { protocol, hostname } = new URL(text)
        if (protocol === 'https:') return true
        return isNearHost(hostname) ? null : { expected: 'https:', received: protocol, pointer: '/url' }
      }),
    },
    {
      rule: 'webhooks.client-chooses-a-secret-of-32-characters',
      shownBy: 'webhook configuration with a secret',
      toTry: 'Let the client set its webhook with a secret.',
      toChange: 'Choose a random secret of 32 characters or more.',
      judge: eachCall('setWebhook', ({ sent }) => {
        const secret = at(sent, 'secret')
        if (secret === undefined || secret === null || (secret !== '' && isMasked(String(secret)))) return null
        const least = limits().webhook_secret_min_characters
        const { length } = [...String(secret)]
        return length >= least
          ? true
          : { expected: `${least} characters or more`, received: `${length} characters`, pointer: '/secret' }
      }),
    },
    receiverRule(
      'delivery.receiver-verifies-the-raw-bytes',
      {
        shownBy: 'delivery with a signature that does not verify under the secret that the client set',
        toChange: 'Verify the HMAC over `t`, a dot and the raw body before anything is done with a delivery.',
      },
      ({ isSigned, accepted, one }) => {
        if (isSigned) return null
        return accepted ? { expected: '401', received: String(one.status) } : true
      },
    ),
    receiverRule(
      'delivery.receiver-answers-401-when-unverified',
      {
        shownBy: 'delivery with a signature that does not verify, and that was refused',
        toChange: 'Answer 401 to a delivery that cannot be verified.',
      },
      ({ isSigned, accepted, one }) => {
        if (isSigned || accepted || busyStatuses.has(one.status!)) return null
        return one.status === 401 ? true : { expected: '401', received: String(one.status) }
      },
    ),
    receiverRule(
      'delivery.receiver-rejects-a-stale-t',
      {
        shownBy: 'delivery with a valid signature whose `t` is more than five minutes off',
        toChange: 'Refuse a delivery whose `t` is more than five minutes from your clock.',
      },
      (sort) => {
        if (!sort.isSigned || !isStale(sort)) return null
        return sort.accepted ? { expected: '401', received: String(sort.one.status) } : true
      },
    ),
    receiverRule(
      'delivery.receiver-tolerates-five-minutes',
      {
        shownBy: 'delivery with a valid signature whose `t` is between one and five minutes off',
        toChange: 'Accept a `t` of up to five minutes from your clock, and keep your clock right.',
      },
      (sort, place) => (sort.isSigned && isFresh(sort) && sort.offSeconds > freshSeconds ? refused(sort, place) : null),
    ),
    receiverRule(
      'delivery.receiver-does-not-reserialise',
      {
        shownBy: 'delivery whose bytes are not those that a parser would write',
        toChange: 'Compute the HMAC over the bytes that came; do not parse and write the JSON first.',
      },
      (sort, place) => {
        if (!sort.isSigned || sort.offSeconds > freshSeconds || !isUnusual(sort)) return null
        // One that takes such bytes does not write them again.
        const isTaken = (one: Sort): boolean => one.accepted && one.secret === sort.secret && isUnusual(one)
        return !sort.accepted && place.sorts.some(isTaken) ? null : refused(sort, place)
      },
    ),
    receiverRule(
      'delivery.receiver-checks-t-and-not-created-at',
      {
        shownBy: 'retry of a delivery, more than five minutes after its event',
        toChange: 'Check the age of `t`; `created_at` stays as it is on every retry.',
      },
      (sort, place) => {
        const isLate = sort.createdAgo > limits().signature_tolerance_seconds + clockSeconds
        return sort.isSigned && sort.offSeconds <= freshSeconds && isLate && !isUnusual(sort)
          ? refused(sort, place)
          : null
      },
    ),
    {
      rule: 'delivery.receiver-answers-within-10-seconds',
      shownBy: 'delivery',
      toTry: 'Set the webhook of the client at the simulator, and move an order.',
      toChange: 'Answer 2xx at once, and work on the event afterwards.',
      judge({ deliveries }, seen) {
        const most = retrySchedule().timeoutSeconds * 1000
        for (const one of deliveries)
          if (one.error === 'timeout' || one.ms > most)
            seen.violation(
              { expected: 'an answer within 10 s', received: one.error ?? `${(one.ms / 1000).toFixed(1)} s` },
              one,
            )
          else if (one.status !== null && one.known.duration) seen.occasion(one)
      },
    },
  ],
  ['request bodies'],
)
