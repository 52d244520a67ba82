// A webhook without a secret, and settings that name types twice or none that is known, at an account whose webhook nobody needs.
import { eventTable } from '../../contract/contract.ts'
import { limits } from '../../contract/limits.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import {
  askOddly,
  lookForLeft,
  leavesNothing,
  unforeseen,
  unusable,
  type Asked,
  type Oddity,
} from '../../steps/ask-oddly.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { runAt } from '../../evidence/run-marks.ts'
import { readWebhook, receiverOf } from '../../steps/set-webhook.ts'
import type { Answered } from '../../evidence/exchange.ts'
import type { CheckContext } from '../../kit/context.ts'
import { webhookOfAnother } from '../../scenarios/webhook-of-another.ts'
import { check } from '../../kit/check.ts'

const role = 'other_lender'
const signed = 'delivery.signature-header'
const type = 'order.created'

const defaultOf = (events: unknown): string | null => {
  if (!Array.isArray(events)) return null
  if (events.length === 0) return 'none'
  if (events.includes('*')) return 'all-types'
  return eventTable().event_types.every(({ type: one }) => events.includes(one)) ? 'every-type-listed' : null
}

/** The first settings of an account name no events and no secret. */
const begin = async (context: CheckContext, url: string): Promise<Answered> => {
  const { client, newSecret, recordReading } = context
  const put = (json: unknown) => client.call('setWebhook', { json, role })
  const first = await put({ url })
  if (succeeded(first)) {
    const isSet = fieldAt(first, '/secret_set')
    if (isSet === false) recordReading('webhooks.no-secret', 'nothing-delivered', first)
    if (isSet === true) recordReading('webhooks.no-secret', 'own-secret', first)
    const events = defaultOf(fieldAt(first, '/events'))
    if (events !== null) recordReading('webhooks.events-default', events, first)
    return first
  }
  const secret = newSecret()
  const second = await put({ url, secret })
  if (succeeded(second)) {
    recordReading('webhooks.no-secret', 'refused', first)
    const events = defaultOf(fieldAt(second, '/events'))
    if (events !== null) recordReading('webhooks.events-default', events, second)
    return second
  }
  const third = await put({ url, secret, events: [type] })
  if (succeeded(third)) recordReading('webhooks.events-default', 'refused', second)
  return third
}

export default check({
  id: 'webhooks.odd-settings-do-no-harm',
  verifies: [unforeseen, unusable, leavesNothing, signed],
  needs: ['webhook', 'role:other_lender'],
  phase: 'last',
  async run(context) {
    const { client, expect, shared } = context
    const receiver = receiverOf(context)
    const before = await shared(webhookOfAnother)
    const set = fieldAt(before, '/url')
    if (typeof set === 'string' && runAt(set) === null) throw blocked('webhook-not-ours')
    const url = `${receiver.url}?of=another`
    const begun =
      typeof set === 'string'
        ? await client.call('setWebhook', { json: { url, enabled: true }, role })
        : await begin(context, url)
    if (!succeeded(begun)) throw blocked('webhook-not-ours', begun)
    const asked: Asked[] = []
    const ask = async (
      what: string,
      rule: Oddity['rule'],
      change: object,
      more: Partial<Oddity> = {},
    ): Promise<void> => {
      const oddity: Oddity = {
        what,
        rule,
        operation: 'setWebhook',
        options: { json: { url, ...change }, role },
        ...more,
      }
      asked.push({ oddity, answer: await askOddly(context, oddity) })
    }
    try {
      expect(signed).notTested('has-a-secret-of-its-own')
      if (fieldAt(begun, '/secret_set') === false) {
        // Whatever arrives is judged by its signature; what says that it arrived cannot have been signed.
        const specimen = await client.call('testWebhook', { json: { type }, role })
        expect(signed).that(
          { value: fieldAt(specimen, '/delivered'), pointer: '/delivered', requests: [begun.id, specimen.id] },
          (delivered) => delivered !== true,
          false,
        )
      }
      await ask(
        'a type twice',
        unforeseen,
        { events: [type, type] },
        {
          freedom: 'webhooks.duplicate-types',
          taken: (answer) =>
            JSON.stringify(fieldAt(answer, '/events')) === JSON.stringify([type, type]) ? 'as-sent' : 'once',
        },
      )
      const length = limits().webhook_secret_min_characters - 1
      await ask(
        'a secret that is long enough in bytes alone',
        unforeseen,
        { secret: 'é'.repeat(length) },
        {
          freedom: 'webhooks.secret-length-unit',
          taken: 'bytes',
          refused: 'characters',
        },
      )
      await ask(
        'an unknown type beside another address',
        unusable,
        { url: `${url}&unknown=1`, events: ['order.painted'] },
        {
          freedom: 'webhooks.unknown-event-type',
          taken: 'stored',
          mark: 'unknown=1',
        },
      )
      await ask(
        'a switch that is a text beside another address',
        unusable,
        { url: `${url}&switch=1`, enabled: 'off' },
        { mark: 'switch=1' },
      )
      await ask(
        'a secret that is too short beside another address',
        unusable,
        { url: `${url}&secret=1`, secret: 'short' },
        { mark: 'secret=1' },
      )
      await lookForLeft(context, asked, () => readWebhook(context, { role }))
    } finally {
      await ask('the address as it is, switched off', unforeseen, { enabled: false })
    }
  },
})
