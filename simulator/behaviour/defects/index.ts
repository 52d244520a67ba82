// The catalog of deliberate defects: each breaks one rule by replacing a decision of the behaviour.
import type { Operator } from '../operators/mutation.ts'
import type { Defect } from './defect.ts'
import { account } from './account.ts'
import { actions } from './actions.ts'
import { amend } from './amend.ts'
import { auth } from './auth.ts'
import { catalog } from './catalog.ts'
import { closedReadings } from './closed-readings.ts'
import { conventions } from './conventions.ts'
import { create } from './create.ts'
import { delivery } from './delivery.ts'
import { depths } from './depths.ts'
import { documents } from './documents.ts'
import { downloads } from './downloads.ts'
import { errors } from './errors.ts'
import { events } from './events.ts'
import { feed } from './feed.ts'
import { generated } from './generated/index.ts'
import { idempotency } from './idempotency.ts'
import { idle } from './idle.ts'
import { lifecycle } from './lifecycle.ts'
import { limits } from './limits.ts'
import { list } from './list.ts'
import { messages } from './messages.ts'
import { order } from './order.ts'
import { revisions } from './revisions.ts'
import { sandbox } from './sandbox.ts'
import { transport } from './transport.ts'
import { values } from './values.ts'
import { versioning } from './versioning.ts'
import { webhooks } from './webhooks.ts'

/** By the file in this folder that holds them. */
const files: Record<string, readonly Defect[]> = {
  transport,
  conventions,
  auth,
  account,
  catalog,
  order,
  create,
  list,
  amend,
  lifecycle,
  actions,
  revisions,
  messages,
  documents,
  downloads,
  feed,
  webhooks,
  delivery,
  events,
  errors,
  limits,
  idempotency,
  sandbox,
  versioning,
  values,
  idle,
  'closed-readings': closedReadings,
  ...generated,
}

/** A defect as it is applied; `file` is given from the root of the repository. */
export type KnownDefect = Defect & { operator: Operator; file: string }

export const defects: readonly KnownDefect[] = Object.entries(files).flatMap(([name, list]) =>
  list.map((defect) => {
    const deep = defect.deep ?? depths.get(defect.id)
    return {
      ...defect,
      operator: defect.apply.operator,
      ...(deep !== undefined && { deep }),
      file: `simulator/behaviour/defects/${name}.ts`,
    }
  }),
)
