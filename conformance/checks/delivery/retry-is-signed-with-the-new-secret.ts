// After a rotation between two attempts the second is signed with the new secret.
import { failing } from '../../journeys/failing-attempts.ts'
import { secondAttempts } from '../../journeys/second-attempts.ts'
import type { Delivery } from '../../receiver/delivery.ts'
import { parseSignature, signatureOf } from '../../receiver/signature.ts'
import { derived } from '../../run/seen.ts'
import { must } from '../../steps/read.ts'
import { headerOf } from '../../target/exchange.ts'
import { blocked } from '../../target/unjudged.ts'
import { check } from '../check.ts'

const rules = ['delivery.retry-signed-with-secret-in-force', 'webhooks.put-sets-the-secret']

const isSigned = ({ headers, body }: Delivery, secret: string): boolean => {
  const parsed = parseSignature(headerOf(headers, 'x-service-signature') ?? '')
  return parsed !== null && signatureOf(secret, parsed.timestamp, body) === parsed.v1.toLowerCase()
}

export default check({
  id: 'delivery.retry-is-signed-with-the-new-secret',
  verifies: rules,
  needs: ['webhook', 'orders', 'sandbox'],
  phase: 'last',
  async run({ expect, shared }) {
    const { second, secrets, rotation } = await shared(secondAttempts)
    must(rotation, 'the secret could not be changed')
    const rotated = rotation.startedAt + rotation.ms
    // An attempt that was made before the rotation has the secret that held then.
    const later = failing
      .flatMap((fault) => second[fault] ?? [])
      .filter(({ receivedAt }) => receivedAt > rotated + 1_000)
    if (later.length === 0) throw blocked('no second attempt came after the rotation', rotation)
    for (const delivery of later) {
      const signer = isSigned(delivery, secrets.now) ? 'new' : isSigned(delivery, secrets.before) ? 'former' : 'neither'
      expect(rules).equal(derived(signer, rotation, delivery), 'new')
    }
  },
})
