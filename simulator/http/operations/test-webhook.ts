// POST /webhook/test: one signed specimen event to the configured address, not written to the feed.
import type { Reachable } from '../../behaviour/webhooks.ts'
import type { SpecimenResult } from '../../webhooks/by-hand.ts'
import type { Call } from '../operation.ts'
import { answer, operation } from '../operation.ts'

const specimen = async ({ services }: Call, configuration: Reachable, type: string): Promise<SpecimenResult> => {
  const { behaviour, clock, ids, outbox } = services
  const now = clock.now()
  if (behaviour.webhooks.sendsSpecimen(configuration, type)) return outbox.specimen(configuration, type, now)
  return {
    event_id: ids.next('evt', now),
    type,
    url: configuration.url,
    delivered: false,
    response_status: null,
    response_time_ms: behaviour.webhooks.responseTimeMs(null, 0),
    attempted_at: now,
  }
}

export const testWebhook = operation({
  id: 'testWebhook',
  access: 'token',
  body: { shape: 'testWebhook' },
  handle: async (call) => {
    const { behaviour, store } = call.services
    const { present, webhookSettings, webhooks } = behaviour
    const configuration = store.webhooks.get(webhooks.ownerOf(call.account, call.client.id))
    if (!webhookSettings.isConfigured(configuration) || !webhooks.reachable(configuration))
      throw webhookSettings.notConfigured(webhookSettings.testBeforeStatus)
    const { type = webhookSettings.specimenType } = call.body as { type?: string }
    webhookSettings.checkTest(configuration, type)
    const result = await specimen(call, configuration, type)
    for (let sent = 1; sent < webhooks.specimensPerTest; sent += 1) await specimen(call, configuration, type)
    return answer(call, 'testWebhook', { ...result, attempted_at: present.timestamp(result.attempted_at) })
  },
})
