// The operations of the control port, in the order of its document.
import type { OrderOperation } from '../../company/order-operation.ts'
import type { ControlOperation } from '../operation.ts'
import { acceptDueDate } from '../../company/operations/accept-due-date.ts'
import { acceptRevision } from '../../company/operations/accept-revision.ts'
import { addCompany } from './add-company.ts'
import { addDocument } from '../../company/operations/add-document.ts'
import { addInternalNote } from '../../company/operations/add-internal-note.ts'
import { addLender } from './add-lender.ts'
import { addFault } from './add-fault.ts'
import { advanceClock } from './advance-clock.ts'
import { answerRevision } from '../../company/operations/answer-revision.ts'
import { assignAppraiser } from '../../company/operations/assign-appraiser.ts'
import { cancelForCompany } from '../../company/operations/cancel-for-company.ts'
import { changeCompany } from './change-company.ts'
import { changeFee } from '../../company/operations/change-fee.ts'
import { changeLender } from './change-lender.ts'
import { changeProduct } from './change-product.ts'
import { clearJournal } from './clear-journal.ts'
import { clearFaults } from './clear-faults.ts'
import { completeRevision } from '../../company/operations/complete-revision.ts'
import { declineDueDate } from '../../company/operations/decline-due-date.ts'
import { declineRevision } from '../../company/operations/decline-revision.ts'
import { deliverReport } from '../../company/operations/deliver-report.ts'
import { exportWorld } from './export-world.ts'
import { freezeClock } from './freeze-clock.ts'
import { followChanges } from './follow-changes.ts'
import { getCapabilities } from './get-capabilities.ts'
import { getClock } from './get-clock.ts'
import { getCompanyOrder } from './get-company-order.ts'
import { getControlDocument } from './get-control-document.ts'
import { getDocumentContent } from './get-document-content.ts'
import { getFindings } from './get-findings.ts'
import { getJournalEntry } from './get-journal-entry.ts'
import { getJournalHar } from './get-journal-har.ts'
import { getJournalNdjson } from './get-journal-ndjson.ts'
import { getLenderWebhook } from './get-lender-webhook.ts'
import { getLiveness } from './get-liveness.ts'
import { getProfile } from './get-profile.ts'
import { getRaisedEvent } from './get-raised-event.ts'
import { getReadiness } from './get-readiness.ts'
import { holdClock } from './hold-clock.ts'
import { holdForCompany } from '../../company/operations/hold-for-company.ts'
import { importWorld } from './import-world.ts'
import { issueClient } from './issue-client.ts'
import { issueToken } from './issue-token.ts'
import { listAttempts } from './list-attempts.ts'
import { listClients } from './list-clients.ts'
import { listCompanies } from './list-companies.ts'
import { listCompanyOrders } from './list-company-orders.ts'
import { listDue } from './list-due.ts'
import { listJournal } from './list-journal.ts'
import { listFaults } from './list-faults.ts'
import { listLenders } from './list-lenders.ts'
import { listPersonas } from './list-personas.ts'
import { listMoves } from './list-moves.ts'
import { listRaisedEvents } from './list-raised-events.ts'
import { listSnapshots } from './list-snapshots.ts'
import { moveOrder } from '../../company/operations/move-order.ts'
import { openPortalRevision } from '../../company/operations/open-portal-revision.ts'
import { placePortalOrder } from './place-portal-order.ts'
import { placeReviewedOrder } from '../../company/operations/place-reviewed-order.ts'
import { postMessage } from '../../company/operations/post-message.ts'
import { redeliverEvent } from './redeliver-event.ts'
import { removePersona } from './remove-persona.ts'
import { removeFault } from './remove-fault.ts'
import { removeSnapshot } from './remove-snapshot.ts'
import { renewRateLimit } from './renew-rate-limit.ts'
import { resetWorld } from './reset-world.ts'
import { restoreSnapshot } from './restore-snapshot.ts'
import { resumeForCompany } from '../../company/operations/resume-for-company.ts'
import { revokeClient } from './revoke-client.ts'
import { rotateClient } from './rotate-client.ts'
import { seedOrders } from './seed-orders.ts'
import { setDueDate } from '../../company/operations/set-due-date.ts'
import { setLenderWebhook } from './set-lender-webhook.ts'
import { setPersona } from './set-persona.ts'
import { unfreezeClock } from './unfreeze-clock.ts'
import { stopSimulator } from './stop-simulator.ts'
import { takeSnapshot } from './take-snapshot.ts'
import { verifyJournal } from './verify-journal.ts'
import { waitForEntry } from './wait-for-entry.ts'

/** What the company does with an order is a function first: here it is called over HTTP. */
const overHttp = ({ command, ...operation }: OrderOperation): ControlOperation => ({
  ...operation,
  handle: ({ services, params, body }) => command(services, params, body),
})

const all: readonly (ControlOperation | OrderOperation)[] = [
  getCapabilities,
  getLiveness,
  getReadiness,
  getControlDocument,
  getProfile,
  followChanges,
  getClock,
  listDue,
  freezeClock,
  unfreezeClock,
  advanceClock,
  holdClock,
  renewRateLimit,
  stopSimulator,
  resetWorld,
  listSnapshots,
  takeSnapshot,
  restoreSnapshot,
  removeSnapshot,
  exportWorld,
  importWorld,
  listPersonas,
  setPersona,
  removePersona,
  listCompanies,
  addCompany,
  changeCompany,
  changeProduct,
  listLenders,
  addLender,
  changeLender,
  getLenderWebhook,
  setLenderWebhook,
  listClients,
  issueClient,
  rotateClient,
  revokeClient,
  issueToken,
  listCompanyOrders,
  placePortalOrder,
  seedOrders,
  getCompanyOrder,
  listMoves,
  placeReviewedOrder,
  assignAppraiser,
  moveOrder,
  deliverReport,
  holdForCompany,
  resumeForCompany,
  cancelForCompany,
  changeFee,
  setDueDate,
  acceptDueDate,
  declineDueDate,
  postMessage,
  addInternalNote,
  addDocument,
  getDocumentContent,
  openPortalRevision,
  acceptRevision,
  declineRevision,
  answerRevision,
  completeRevision,
  listRaisedEvents,
  getRaisedEvent,
  listAttempts,
  redeliverEvent,
  listJournal,
  getJournalEntry,
  getJournalHar,
  getJournalNdjson,
  waitForEntry,
  verifyJournal,
  clearJournal,
  listFaults,
  addFault,
  removeFault,
  clearFaults,
  getFindings,
]

export const operations: readonly ControlOperation[] = all.map((one) => ('command' in one ? overHttp(one) : one))
