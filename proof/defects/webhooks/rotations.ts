// Defects of the times that the webhook configuration shows: of a rotation of the secret, and of a change.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'

const hourAgo = (field: string) =>
  op.respell('present.webhook', field, (at) => new Date(Date.parse(at) - 3_600_000).toISOString())

export const webhooksRotations: readonly Defect[] = rows({
  'rotation-keeps-its-time': {
    breaks: 'webhooks.secret-rotated-at-is-when-it-was-replaced',
    bug: 'The time of the first secret stays, however often it is replaced.',
    deep: 'only from the second secret on',
    apply: op.wrap('webhookSettings.rotatedAt', (usual, { secret_rotated_at }) => secret_rotated_at ?? usual),
  },
  'rotation-an-hour-ago': {
    breaks: 'webhooks.secret-rotated-at-is-when-it-was-replaced',
    bug: 'The time of a rotation is taken in local time, and written as UTC.',
    apply: hourAgo('secret_rotated_at'),
  },
  'subscription-changed-an-hour-ago': {
    breaks: 'webhooks.updated-at-is-when-it-was-changed',
    bug: 'The time of the last change is taken in local time, and written as UTC.',
    apply: hourAgo('updated_at'),
  },
})
