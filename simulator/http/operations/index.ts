// The operations of the contract.
import type { Contract, Route } from '../../contract/contract.ts'
import type { Operation } from '../operation.ts'
import { advanceOrder } from './advance-order.ts'
import { amendOrder } from './amend-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { createOrder } from './create-order.ts'
import { createRevisionRequest } from './create-revision-request.ts'
import { downloadDocument } from './download-document.ts'
import { getAccount } from './get-account.ts'
import { getDocument } from './get-document.ts'
import { getOrder } from './get-order.ts'
import { getWebhook } from './get-webhook.ts'
import { holdOrder } from './hold-order.ts'
import { listDocuments } from './list-documents.ts'
import { listEvents } from './list-events.ts'
import { listMessages } from './list-messages.ts'
import { listOrderTypes } from './list-order-types.ts'
import { listOrders } from './list-orders.ts'
import { listRevisionRequests } from './list-revision-requests.ts'
import { ping } from './ping.ts'
import { requestToken } from './request-token.ts'
import { resumeOrder } from './resume-order.ts'
import { sendMessage } from './send-message.ts'
import { setWebhook } from './set-webhook.ts'
import { testWebhook } from './test-webhook.ts'
import { uploadDocument } from './upload-document.ts'

export type ServedOperation = Operation & Route

/** How each is called stands in the OpenAPI document. */
export const servedOperations = ({ routes }: Contract): ServedOperation[] =>
  operations.map((one) => ({ ...one, ...routes[one.id]! }))

const operations: readonly Operation[] = [
  ping,
  requestToken,
  getAccount,
  listOrderTypes,
  createOrder,
  listOrders,
  getOrder,
  amendOrder,
  holdOrder,
  resumeOrder,
  cancelOrder,
  createRevisionRequest,
  listRevisionRequests,
  listMessages,
  sendMessage,
  listDocuments,
  uploadDocument,
  getDocument,
  downloadDocument,
  listEvents,
  getWebhook,
  setWebhook,
  testWebhook,
  advanceOrder,
]
