// Defects that break rules of the area delivery.
import type { Defect } from '../create-behaviour.ts'

export const delivery: readonly Defect[] = [
  {
    id: 'signature-without-timestamp',
    breaks: 'delivery.signature-covers-t-and-raw-body',
    bug: 'The webhook signature covers the body alone, so that the timestamp can be forged.',
    apply: ({ webhooks }) => {
      const sign = webhooks.signature
      webhooks.signature = (secret, _t, body) => sign(secret, 0, body)
    },
  },
]
