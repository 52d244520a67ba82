// The body of a call that is sent again, with the values of a replay and secrets in the place of what is masked.
import { bytesOfFilled, filledBody } from '../../reports/filled-body.ts'
import { laterMark, oddMark, withOwnSecret } from '../../reports/masked-secret.ts'
import { maskMark } from '../../reports/path-of.ts'
import type { RecordedExchange } from '../../reports/run-record.ts'
import type { Role } from '../evidence/roles.ts'
import { ownSecret, type CallPort, type Ear } from './call-port.ts'
import { withValues, type Values } from './replayed-link.ts'

export type Sending = {
  port: CallPort
  values: Values
  /** What hears deliveries, where some are heard. */
  ear?: Ear | null
}

/** A webhook secret is masked in the record. */
export const withSecret = (text: string, { port, ear }: Sending): string => {
  if (text.includes(oddMark)) return text.replace(`"${oddMark}"`, () => JSON.stringify(ear?.rotate(true) ?? ownSecret))
  if (text.includes(laterMark)) return text.replace(laterMark, ear?.rotate() ?? ownSecret)
  return withOwnSecret(text, port.webhookSecret?.() ?? ownSecret)
}

/** Null where what was masked is known to nobody. */
export const bodyOf = ({ request, role, operation }: RecordedExchange, going: Sending): Uint8Array | null => {
  const { body } = request
  const { values, port } = going
  if (!body || body.bytes === 0) return null
  const filled = filledBody(body)
  if (filled) return bytesOfFilled({ ...filled, head: withValues(filled.head, values) })
  if (body.cut) throw new Error('The record has a part of the body.')
  if (body.base64 !== undefined) return Buffer.from(body.base64, 'base64')
  let text = withSecret(withValues(body.text ?? '', values), going)
  if (operation === 'requestToken') {
    const secret = port.credential((role ?? 'main') as Role)?.client_secret ?? ''
    text = text
      .replace(`client_secret=${maskMark}`, `client_secret=${encodeURIComponent(secret)}`)
      .replace(/("client_secret"\s*:\s*)"•••"/, (_, before: string) => before + JSON.stringify(secret))
  }
  if (text.includes(maskMark)) throw new Error('The body holds what is masked.')
  return Buffer.from(text)
}
