// Every reading of every freedom that the simulator can take beside the default one.
import { account } from './account.ts'
import { actions } from './actions.ts'
import { amend } from './amend.ts'
import { auth } from './auth.ts'
import { catalog } from './catalog.ts'
import { conventionsAnswers } from './conventions/answers.ts'
import { conventionsRequests } from './conventions/requests.ts'
import { createPlaces } from './create/places.ts'
import { createDocuments } from './create/documents.ts'
import { createFields } from './create/fields.ts'
import { delivery } from './delivery.ts'
import { documents } from './documents.ts'
import { downloads } from './downloads.ts'
import { errors } from './errors.ts'
import { events } from './events.ts'
import { feed } from './feed.ts'
import { idempotency } from './idempotency.ts'
import { lifecycle } from './lifecycle.ts'
import { limits } from './limits.ts'
import { list } from './list.ts'
import { messages } from './messages.ts'
import { order } from './order.ts'
import type { AreaReadings } from './reading.ts'
import { revisions } from './revisions.ts'
import { sandbox } from './sandbox.ts'
import { transport } from './transport.ts'
import { versioning } from './versioning.ts'
import { webhooks } from './webhooks.ts'

export const readings: AreaReadings = {
  ...transport,
  ...conventionsAnswers,
  ...conventionsRequests,
  ...auth,
  ...account,
  ...catalog,
  ...order,
  ...createPlaces,
  ...createDocuments,
  ...createFields,
  ...list,
  ...amend,
  ...lifecycle,
  ...actions,
  ...revisions,
  ...messages,
  ...documents,
  ...downloads,
  ...feed,
  ...webhooks,
  ...delivery,
  ...events,
  ...errors,
  ...limits,
  ...idempotency,
  ...sandbox,
  ...versioning,
}
