// The catalog of deliberate defects: each breaks one rule by replacing a decision of the behaviour.
import type { Operator } from '../../simulator/behaviour/operators/mutation.ts'
import type { Defect } from './defect.ts'
import { account } from './account.ts'
import { actionsRefusals } from './actions/refusals.ts'
import { actionsMoves } from './actions/moves.ts'
import { amendClosed } from './amend/closed.ts'
import { amendOpenOrders } from './amend/open-orders.ts'
import { amendRefusals } from './amend/refusals.ts'
import { amendFields } from './amend/fields.ts'
import { amendWork } from './amend/work.ts'
import { authCredentials } from './auth/credentials.ts'
import { authTokenRequests } from './auth/token-requests.ts'
import { authTokens } from './auth/tokens.ts'
import { authAccounts } from './auth/accounts.ts'
import { catalog } from './catalog.ts'
import { closedReadings } from './closed-readings.ts'
import { conventions } from './conventions.ts'
import { createRequired } from './create/required.ts'
import { createValues } from './create/values.ts'
import { createKept } from './create/kept.ts'
import { createPersons } from './create/persons.ts'
import { createCombinations } from './create/combinations.ts'
import { deliveryRequests } from './delivery/requests.ts'
import { deliveryAttempts } from './delivery/attempts.ts'
import { lateAttempts } from './delivery/late-attempts.ts'
import { unansweredAttempts } from './delivery/unanswered.ts'
import { deliverySubscriptions } from './delivery/subscriptions.ts'
import { depths } from './depths.ts'
import { documentsUploads } from './documents/uploads.ts'
import { documentsUploadLimits } from './documents/upload-limits.ts'
import { documentsFiles } from './documents/files.ts'
import { documentsSameNames } from './documents/same-names.ts'
import { documentsFileFormats } from './documents/file-formats.ts'
import { documentsMissingPdf } from './documents/missing-pdf.ts'
import { downloads } from './downloads.ts'
import { errors } from './errors.ts'
import { errorDetails } from './error-details.ts'
import { cutTexts } from './cut-texts.ts'
import { entries } from './entries.ts'
import { eventsCopies } from './events/copies.ts'
import { eventsDocuments } from './events/documents.ts'
import { eventsOrders } from './events/orders.ts'
import { eventsLater } from './events/later.ts'
import { deliveryStatuses } from './feed/delivery-statuses.ts'
import { feedPages } from './feed/pages.ts'
import { feedRecords } from './feed/records.ts'
import { generated } from './generated/index.ts'
import { halfApplied } from './half-applied.ts'
import { idempotency } from './idempotency.ts'
import { noOps } from './no-ops.ts'
import { keyMemory } from './key-memory.ts'
import { lifecycle } from './lifecycle.ts'
import { limits } from './limits.ts'
import { listPages } from './list/pages.ts'
import { listOrder } from './list/order.ts'
import { listFilters } from './list/filters.ts'
import { listStatuses } from './list/statuses.ts'
import { listFound } from './list/found.ts'
import { listOrders } from './list/orders.ts'
import { messages } from './messages.ts'
import { mistyped } from './mistyped.ts'
import { oldOrders } from './old-orders.ts'
import { oddRequests } from './odd-requests.ts'
import { oddUploads } from './odd-uploads.ts'
import { orderTimes } from './order/times.ts'
import { orderFields } from './order/fields.ts'
import { orderOtherCredentials } from './order/other-credentials.ts'
import { production } from './production.ts'
import { revisionsRequests } from './revisions/requests.ts'
import { revisionsRecords } from './revisions/records.ts'
import { revisionsSecondRounds } from './revisions/second-rounds.ts'
import { sandbox } from './sandbox.ts'
import { spellings } from './spellings.ts'
import { threads } from './threads.ts'
import { transport } from './transport.ts'
import { values } from './values.ts'
import { versioning } from './versioning.ts'
import { webhooksSpecimens } from './webhooks/specimens.ts'
import { webhooksAddresses } from './webhooks/addresses.ts'
import { webhooksOwners } from './webhooks/owners.ts'
import { webhooksCompany } from './webhooks/company.ts'
import { webhooksRotations } from './webhooks/rotations.ts'
import { webhooksSettings } from './webhooks/settings.ts'

/** By the file in this folder that holds them. */
const files: Record<string, readonly Defect[]> = {
  transport,
  conventions,
  'auth/credentials': authCredentials,
  'auth/token-requests': authTokenRequests,
  'auth/tokens': authTokens,
  'auth/accounts': authAccounts,
  account,
  catalog,
  'order/times': orderTimes,
  'order/fields': orderFields,
  'order/other-credentials': orderOtherCredentials,
  'create/required': createRequired,
  'create/values': createValues,
  'create/kept': createKept,
  'create/persons': createPersons,
  'create/combinations': createCombinations,
  'list/pages': listPages,
  'list/order': listOrder,
  'list/filters': listFilters,
  'list/statuses': listStatuses,
  'list/found': listFound,
  'list/orders': listOrders,
  'amend/closed': amendClosed,
  'amend/open-orders': amendOpenOrders,
  'amend/refusals': amendRefusals,
  'amend/fields': amendFields,
  'amend/work': amendWork,
  lifecycle,
  'actions/refusals': actionsRefusals,
  'actions/moves': actionsMoves,
  'revisions/requests': revisionsRequests,
  'revisions/records': revisionsRecords,
  'revisions/second-rounds': revisionsSecondRounds,
  messages,
  threads,
  'odd-requests': oddRequests,
  'odd-uploads': oddUploads,
  'half-applied': halfApplied,
  spellings,
  'old-orders': oldOrders,
  production,
  mistyped,
  'documents/uploads': documentsUploads,
  'documents/upload-limits': documentsUploadLimits,
  'documents/files': documentsFiles,
  'documents/same-names': documentsSameNames,
  'documents/file-formats': documentsFileFormats,
  'documents/missing-pdf': documentsMissingPdf,
  downloads,
  'feed/delivery-statuses': deliveryStatuses,
  'feed/pages': feedPages,
  'feed/records': feedRecords,
  'webhooks/owners': webhooksOwners,
  'webhooks/company': webhooksCompany,
  'webhooks/rotations': webhooksRotations,
  'webhooks/specimens': webhooksSpecimens,
  'webhooks/addresses': webhooksAddresses,
  'webhooks/settings': webhooksSettings,
  'delivery/requests': deliveryRequests,
  'delivery/attempts': deliveryAttempts,
  'delivery/late-attempts': lateAttempts,
  'delivery/unanswered': unansweredAttempts,
  'delivery/subscriptions': deliverySubscriptions,
  'events/copies': eventsCopies,
  'events/documents': eventsDocuments,
  'events/orders': eventsOrders,
  'events/later': eventsLater,
  errors,
  'error-details': errorDetails,
  'cut-texts': cutTexts,
  entries,
  limits,
  idempotency,
  'key-memory': keyMemory,
  sandbox,
  versioning,
  values,
  'no-ops': noOps,
  'closed-readings': closedReadings,
  ...generated,
}

/** A defect as it is applied; `file` is given from the root of the repository. */
type KnownDefect = Defect & { operator: Operator; file: string }

export const defects: readonly KnownDefect[] = Object.entries(files).flatMap(([name, list]) =>
  list.map((defect) => {
    const deep = defect.deep ?? depths.get(defect.id)
    return {
      ...defect,
      operator: defect.apply.operator,
      ...(deep !== undefined && { deep }),
      file: `proof/defects/${name}.ts`,
    }
  }),
)
