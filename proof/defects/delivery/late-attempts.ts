// Defects of the attempts from the third on, which come from another place than the first two.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'

/** What a decision gave at the first attempt at an event, given again from the third on. */
const keptFromTheThirdOn = (at: 'webhooks.urlFor' | 'webhooks.secretFor') =>
  op.perTarget((made = new Map<string, { attempts: number; value: string }>()) =>
    op
      .wrap(at, (current, _configuration, event) => {
        if ('test' in event) return current
        const { attempts, value } = made.get(event.id) ?? { attempts: 0, value: current }
        made.set(event.id, { attempts: attempts + 1, value })
        return attempts < 2 ? current : value
      })
      .as('stale'),
  )

export const lateAttempts: readonly Defect[] = rows({
  'late-retries-with-the-former-secret': {
    breaks: 'delivery.retry-signed-with-secret-in-force',
    bug: 'From the third attempt on the event comes from a store that kept the secret of its first attempt with it.',
    deep: 'only from the third attempt on',
    apply: keptFromTheThirdOn('webhooks.secretFor'),
  },
  'late-retries-go-where-the-first-attempt-went': {
    breaks: 'delivery.retry-goes-to-the-url-in-force',
    bug: 'From the third attempt on the event comes from a store that kept the URL of its first attempt with it.',
    deep: 'only from the third attempt on, after a change of the URL',
    apply: keptFromTheThirdOn('webhooks.urlFor'),
  },
  'late-retries-with-the-first-time': {
    breaks: 'delivery.retry-has-a-fresh-t',
    bug: 'From the third attempt on the event comes from a store that kept the time of its first signature with it.',
    deep: 'only from the third attempt on',
    apply: op.perTarget((made = new Map<string, { attempts: number; first: number }>()) =>
      op
        .wrap('webhooks.timestamp', (now, _wireNow, { id }) => {
          const { attempts, first } = made.get(id) ?? { attempts: 0, first: now }
          made.set(id, { attempts: attempts + 1, first })
          return attempts < 2 ? now : first
        })
        .as('stale'),
    ),
  },
})
