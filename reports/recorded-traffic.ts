// Exchanges and deliveries as a record holds them, secrets masked.

export type RecordedHeaders = [name: string, value: string][]

/** A body as text where it is UTF-8, else as base64; cut after some kilobytes, with its whole size and digest. */
export type RecordedBody = { text?: string; base64?: string; bytes: number; sha256: string; cut: boolean } | null

export type RecordedExchange = {
  id: string
  source: string
  operation: string | null
  role: string | null
  environment: string
  request: { method: string; url: string; headers: RecordedHeaders; body: RecordedBody }
  response: { status: number; headers: RecordedHeaders; body: RecordedBody } | null
  failure: { kind: string; message: string } | null
  /** Of a call with a token that is no role's own: the exchange that granted it; null where none of the run did. */
  token_from?: string | null
  /** A redirect led there, to a storage that is not the service. */
  redirected?: true
  started_at: string
  ms: number
}

export type RecordedDelivery = {
  id: string
  received_at: string
  method: string
  path: string
  headers: RecordedHeaders
  body: RecordedBody
  fault: { fails: string; why: string } | null
  /** What was done instead, where a usual mistake explains a signature that does not hold. */
  mistake?: { breaks: string; words: string } | null
  /** Whether it came over TLS. */
  secure?: boolean
  answer: string
}
