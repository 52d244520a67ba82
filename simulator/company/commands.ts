// The company's operations on one order as commands in the process: what personas call, decided and answered as over HTTP.
import { acceptDueDate } from './operations/accept-due-date.ts'
import { acceptRevision } from './operations/accept-revision.ts'
import { assignAppraiser } from './operations/assign-appraiser.ts'
import { cancelForCompany } from './operations/cancel-for-company.ts'
import { changeFee } from './operations/change-fee.ts'
import { declineDueDate } from './operations/decline-due-date.ts'
import { declineRevision } from './operations/decline-revision.ts'
import { deliverReport } from './operations/deliver-report.ts'
import { holdForCompany } from './operations/hold-for-company.ts'
import { moveOrder } from './operations/move-order.ts'
import { openPortalRevision } from './operations/open-portal-revision.ts'
import { placeReviewedOrder } from './operations/place-reviewed-order.ts'
import { postMessage } from './operations/post-message.ts'
import { resumeForCompany } from './operations/resume-for-company.ts'
import { setDueDate } from './operations/set-due-date.ts'

export const commands = {
  acceptDueDate: acceptDueDate.command,
  acceptRevision: acceptRevision.command,
  assignAppraiser: assignAppraiser.command,
  cancelForCompany: cancelForCompany.command,
  changeFee: changeFee.command,
  declineDueDate: declineDueDate.command,
  declineRevision: declineRevision.command,
  deliverReport: deliverReport.command,
  holdForCompany: holdForCompany.command,
  moveOrder: moveOrder.command,
  openPortalRevision: openPortalRevision.command,
  placeReviewedOrder: placeReviewedOrder.command,
  postMessage: postMessage.command,
  resumeForCompany: resumeForCompany.command,
  setDueDate: setDueDate.command,
}

export type CommandId = keyof typeof commands
