// After a rotation between two attempts the later ones are signed with the new secret.
import { deadLetter } from '../../scenarios/dead-letter.ts'
import { failing } from '../../scenarios/failing-attempts.ts'
import { secondAttempts } from '../../scenarios/second-attempts.ts'
import type { Delivery } from '../../evidence/delivery.ts'
import { parseSignature, signatureOf } from '../../receiver/signature.ts'
import { computedFrom, type Seen } from '../../evidence/seen.ts'
import { requireSuccess, succeeded } from '../../steps/read.ts'
import { headerOf, type Answered } from '../../evidence/exchange.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = ['delivery.retry-signed-with-secret-in-force', 'webhooks.put-sets-the-secret']

const isSigned = ({ headers, body }: Delivery, secret: string): boolean => {
  const parsed = parseSignature(headerOf(headers, 'x-service-signature') ?? '')
  return parsed !== null && signatureOf(secret, parsed.timestamp, body) === parsed.v1.toLowerCase()
}

type Secrets = { now: string; before: string }

const signerOf = (delivery: Delivery, { now, before }: Secrets, rotation: Answered): Seen => ({
  ...computedFrom(
    isSigned(delivery, now) ? 'new' : isSigned(delivery, before) ? 'former' : 'neither',
    rotation,
    delivery,
  ),
  failure: { kind: 'bad_signature', key: 'key' },
})

export default check({
  id: 'delivery.retry-is-signed-with-the-new-secret',
  verifies: rules,
  needs: ['webhook', 'orders', 'sandbox'],
  phase: 'last',
  async run({ expect, shared, control }) {
    const { second, secrets, rotation } = await shared(secondAttempts)
    requireSuccess(rotation)
    const rotated = rotation.startedAt + rotation.ms
    // An attempt that was made before the rotation has the secret that held then.
    const later = failing
      .flatMap((fault) => second[fault] ?? [])
      .filter(({ receivedAt }) => receivedAt > rotated + 1_000)
    if (later.length === 0) throw blocked('no-delivery-after-rotation', rotation)
    for (const delivery of later) expect(rules).equal(signerOf(delivery, secrets, rotation), 'new')
    if (!control) return
    // Where the clock can be moved, one event is followed through every attempt, with a rotation after the second.
    const followed = await shared(deadLetter)
    if (!succeeded(followed.rotation)) return
    for (const delivery of followed.afterRotation)
      expect(rules).equal(signerOf(delivery, followed.secrets, followed.rotation), 'new')
  },
})
