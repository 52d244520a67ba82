// Why the target's specimen did not come to our receiver: by its own answer and by what came instead.
import { entriesIn, fieldsIn } from '../evidence/parts.ts'
import type { Receiver } from '../receiver/receiver.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { capped } from './capped.ts'
import type { Reachability } from './probe.ts'
import type { Trouble } from './reach.ts'

export type Reach = { receiver: Receiver; publicUrl: string | undefined } & Reachability

export const specimenAnswer = ({ response }: Answered): { delivered: unknown; status: unknown } => {
  const { delivered, response_status: status } = (jsonOf(response.body) ?? {}) as Record<string, unknown>
  return { delivered, status }
}

export const codeOf = ({ response }: Answered): string => {
  const { code, details } = fieldsIn(jsonOf(response.body))
  const why = entriesIn(details)[0]?.['message']
  return (
    `${response.status}${typeof code === 'string' ? ` ${capped(code)}` : ''}` +
    `${typeof why === 'string' ? ` (${capped(why)})` : ''}`
  )
}

/** What is wrong with the way to our receiver, and what to do, apart and in one sentence. */
export type WebhookTrouble = Trouble & { fact: string; remedy: string }

export const webhookTrouble = (code: string, fact: string, remedy: string): WebhookTrouble => ({
  code,
  message: `${fact}; ${remedy}.`,
  fact,
  remedy,
})

const otherAddress = (publicUrl: string | undefined): string =>
  publicUrl === undefined
    ? 'give webhook.public_url, an address that leads to our receiver from where the target is'
    : 'correct webhook.public_url'

/** Another address helps where this one was looked at. */
const afterRefusal = ({ response: { status } }: Answered, publicUrl: string | undefined): string => {
  if (status >= 500) return 'see the log of the target for PUT /webhook'
  return status === 404 || status === 405 ? 'serve PUT /webhook' : otherAddress(publicUrl)
}

/** The target would not take our receiver's address. */
export const refusedAddress = (answer: Answered, { receiver, publicUrl }: Reach): WebhookTrouble =>
  webhookTrouble(
    'webhook_refused',
    `The target must take our receiver ${receiver.url} as webhook, but answered ${codeOf(answer)}`,
    afterRefusal(answer, publicUrl),
  )

export const refusedSpecimen = (answer: Answered): WebhookTrouble =>
  webhookTrouble(
    'specimen_refused',
    `The target must send a specimen event to our receiver, but answered ${codeOf(answer)}`,
    'see its log',
  )

/** The target connects, and does not go on: it may verify certificates. */
export const untrusted = ({ url }: Receiver): WebhookTrouble =>
  webhookTrouble(
    'receiver_not_trusted',
    `The target began a TLS connection to our receiver at ${url} and ended it before any request, as a target does that verifies certificates`,
    'give webhook.tls and webhook.public_url, a certificate that the target trusts and its address',
  )

/** The target says that it sent one, or tried, and none came. */
export const unreached = (answer: Answered, { receiver, publicUrl, isSure }: Reach): WebhookTrouble => {
  const { delivered, status } = specimenAnswer(answer)
  const [stray] = receiver.strays
  if (stray !== undefined)
    return webhookTrouble(
      'webhook_path_lost',
      `The specimen must reach ${receiver.url}, but came to the path ${capped(stray.path)} of our receiver`,
      isSure ? 'send it to the whole address' : 'let the tunnel keep the path as it is',
    )
  if (delivered === true)
    return webhookTrouble(
      'webhook_goes_elsewhere',
      `The target says that ${receiver.url} took the specimen, but nothing came to our receiver`,
      'see where that address leads',
    )
  if (typeof status === 'number')
    return webhookTrouble(
      'webhook_answered_elsewhere',
      `${receiver.url} answered the specimen with ${status}, and not our receiver`,
      'see whether the tunnel leads here',
    )
  return webhookTrouble(
    'webhook_unreachable',
    `The target does not reach our receiver at ${receiver.url}`,
    `${otherAddress(publicUrl)}${isSure && publicUrl === undefined ? ' (a target in a container needs it)' : ''}${publicUrl === undefined ? '' : ', and see whether its certificate is one that the target trusts'}`,
  )
}
