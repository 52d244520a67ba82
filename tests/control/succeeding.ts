// Which test of this folder sees which operation of the control interface succeed; together they see all of them.
import t from 'tap'
import { succeeded } from './support.ts'

/** By the name of the test file, operation ids with a space between them. */
const table: Record<string, string> = {
  accounts: `listCompanies changeCompany changeProduct changeLender listLenders issueClient rotateClient revokeClient listClients issueToken`,
  'console-reads': `listMoves getRaisedEvent followChanges`,
  clock: `getClock listDue freezeClock unfreezeClock advanceClock holdClock renewRateLimit`,
  deliveries: `deliverReport`,
  document: `getControlDocument getCapabilities getLiveness getReadiness getProfile stopSimulator`,
  journal: `listJournal getJournalHar getJournalNdjson waitForEntry verifyJournal clearJournal`,
  'journal-refusals': `getJournalEntry`,
  findings: `getFindings`,
  faults: `listFaults addFault removeFault clearFaults`,
  moves: `placeReviewedOrder assignAppraiser moveOrder cancelForCompany holdForCompany resumeForCompany`,
  snapshots: `takeSnapshot listSnapshots restoreSnapshot removeSnapshot`,
  world: `exportWorld importWorld`,
  seed: `seedOrders addCompany addLender`,
  personas: `listPersonas setPersona removePersona`,
  'portal-orders': `placePortalOrder getCompanyOrder`,
  reset: `resetWorld`,
  revisions: `openPortalRevision acceptRevision answerRevision completeRevision declineRevision`,
  'terms-and-papers': `changeFee setDueDate acceptDueDate declineDueDate addDocument getDocumentContent postMessage addInternalNote`,
  'webhooks-and-events': `getLenderWebhook setLenderWebhook listAttempts redeliverEvent listRaisedEvents listCompanyOrders`,
}

export const succeeding = new Map(Object.entries(table).map(([file, ids]) => [file, ids.split(' ')]))

/** The last test of each file. */
export const expectSucceeded = (file: string): void => {
  void t.test(`the operations of ${file} have been seen to succeed`, async (t) => {
    const missing = succeeding.get(file)!.filter((id) => !succeeded.has(id))
    t.strictSame(missing, [])
  })
}
