// What every answer has in common: success codes, headers, and the last look before it goes out.
import type { SecureVersion } from 'node:tls'
import type { Contract } from '../contract.ts'

export type Answer = { status: number; headers?: Record<string, string>; body?: unknown; bytes?: Buffer }

/** Who asked, and where: for a last look that depends on it. */
export type Asker = { environment: string; clientId: string | undefined }

export const wire = (_contract: Contract) => ({
  /** Success codes; most are not shown by the contract. */
  success: {
    ping: 200,
    requestToken: 200,
    getAccount: 200,
    listOrderTypes: 200,
    createOrder: 201,
    listOrders: 200,
    getOrder: 200,
    amendOrder: 200,
    holdOrder: 200,
    resumeOrder: 200,
    cancelOrder: 200,
    createRevisionRequest: 201,
    listRevisionRequests: 200,
    listMessages: 200,
    sendMessage: 201,
    listDocuments: 200,
    uploadDocument: 201,
    getDocument: 200,
    downloadDocument: 200,
    listEvents: 200,
    getWebhook: 200,
    setWebhook: 200,
    testWebhook: 200,
    advanceOrder: 200,
  } as Record<string, number>,

  /** The last look at an answer before it is written. */
  finish: (_operationId: string, answer: Answer, _asker?: Asker): Answer => answer,
  /** TLS 1.2 or better (What the service does, 6). */
  oldestTls: 'TLSv1.2' as SecureVersion,
  serialise: (body: unknown): string => JSON.stringify(body),
  contentType: 'application/json; charset=utf-8',
})
