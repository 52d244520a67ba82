// What a journal holds and no report may show: secrets, tokens, and people, in outline.
import type { RecordedDelivery, RecordedExchange } from '../../reports/run-record.ts'
import type { Finding, RunEvent } from '../../reports/run-record.ts'
import { createRecorder } from '../engine/record.ts'
import { textAt } from '../model/body.ts'
import { createPersonal } from '../sut/personal.ts'
import { createSecrets } from '../sut/secrets.ts'
import type { Call, DeliveryCall, Journal } from './call.ts'
import { credentialIn } from './journal/clients.ts'

type Mask = {
  exchange(call: Call): RecordedExchange
  delivery(call: DeliveryCall): RecordedDelivery
  finding(finding: Finding): { type: 'finding' } & Finding
}

export const createMask = ({ calls }: Journal): Mask => {
  const secrets = createSecrets()
  const personal = createPersonal()
  for (const call of calls) {
    if (call.operation === 'requestToken') {
      for (const text of credentialIn(call.exchange).spellings) secrets.add('client secret', text)
      secrets.add('access token', textAt(call.received, 'access_token') ?? '')
    }
    if (call.token !== null) secrets.add('access token', call.token)
    if (call.operation === 'setWebhook') secrets.add('webhook secret', textAt(call.sent, 'secret') ?? '')
  }
  const recorder = createRecorder(secrets, personal)
  return {
    exchange({ exchange, client, token, operation }) {
      const recorded = recorder.exchange(exchange)
      if (token !== null || operation === 'requestToken') recorded.role = client
      const { body } = recorded.request
      // Whether the people of a journal are made up is unknown.
      if (body?.text !== undefined) body.text = personal.inBody(body.text)
      return recorded
    },
    delivery: ({ delivery }) => recorder.delivery(delivery),
    finding: (finding) =>
      personal.inEvent(secrets.maskOwn({ type: 'finding', ...finding })) as RunEvent & { type: 'finding' },
  }
}
