// What a client does before it places orders: it reads whose credential it has.
import { textAt } from '../../model/body.ts'
import { isSuccess, type Call } from '../call.ts'
import { ruleGroup } from '../client-rule.ts'

const mismatchOf = (call: Call, first: Call): string | null => {
  const environment = textAt(call.received, 'environment')
  // A deployment may have words of its own for its environments.
  const other = call.environment === 'sandbox' ? 'production' : 'sandbox'
  if (call.environmentIsKnown && environment === other)
    return `environment ${environment} at the ${call.environment} address`
  const [lender, before] = [call, first].map(({ received }) => textAt(received, 'lender', 'id'))
  return lender !== before ? `lender ${lender}, and ${before} before` : null
}

export const startUp = ruleGroup(
  'start-up',
  [
    {
      rule: 'auth.client-reads-the-account-at-start-up',
      shownBy: 'order placed by a client whose start the journal has',
      toTry:
        'Clear the journal with `client_starts`, start the client, and let it place an order; `--from-start` says so of traffic from elsewhere.',
      toChange: 'Read `/account` with each credential at start-up, before the first order.',
      judge({ byClient, fromStart, named }, seen) {
        if (!fromStart) return
        for (const [client, calls] of byClient) {
          if (!named.has(client)) continue
          const create = calls.find(({ operation }) => operation === 'createOrder')
          if (create === undefined) continue
          const isBefore = ({ operation, startedAt }: Call): boolean =>
            operation === 'getAccount' && startedAt <= create.startedAt
          const read = calls.find((call) => isBefore(call) && (isSuccess(call) || call.status === 304))
          if (read !== undefined) seen.occasion(read, create)
          else if (calls.some((call) => isBefore(call) && call.status === null)) continue
          else seen.violation({ expected: 'the account read first', received: 'an order placed at once' }, create)
        }
      },
    },
    {
      rule: 'auth.client-places-no-order-on-a-mismatch',
      shownBy: 'account answer that does not fit its address or an earlier answer',
      toTry: 'Answer `/account` through a proxy that changes `environment`.',
      toChange:
        'Compare `environment`, `lender.id` and `lender.name` with the configuration, and refuse to place orders when one differs.',
      judge({ byClient }, seen) {
        for (const calls of byClient.values()) {
          const reads = calls.filter((call) => call.operation === 'getAccount' && isSuccess(call))
          for (const read of reads) {
            const mismatch = mismatchOf(read, reads[0]!)
            if (mismatch === null) continue
            const next = reads[reads.indexOf(read) + 1]
            const create = calls.find(
              ({ operation, startedAt }) =>
                operation === 'createOrder' && startedAt >= read.endedAt && startedAt < (next?.startedAt ?? Infinity),
            )
            if (create === undefined) seen.occasion(read)
            else seen.violation({ expected: 'no order', received: `an order after ${mismatch}` }, read, create)
          }
        }
      },
    },
  ],
  ['answer bodies', 'credentials'],
)
