// A refusal: why a request is not carried out, as data; the HTTP edge renders it.

export type Detail = { field: string; code: string; value?: unknown; message: string }

/** The offending value as a detail repeats it: a list or an object only while it is small. */
export const offending = (value: unknown): unknown => {
  const isSmall = typeof value !== 'object' || value === null || JSON.stringify(value).length <= 1000
  return isSmall ? value : null
}

/** Thrown by domain and behaviour; `code` is a code of fixtures/errors.yaml or a code of ours where the contract shows none. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string
  readonly details: Detail[]
  readonly currentStatus: string | undefined
  readonly status: number | undefined
  readonly headers: Record<string, string>

  constructor(
    code: string,
    message: string,
    more: { details?: Detail[]; currentStatus?: string; status?: number; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.code = code
    this.details = more.details ?? []
    this.currentStatus = more.currentStatus
    this.status = more.status
    this.headers = more.headers ?? {}
  }
}

export const notFound = (what: string): Refusal => new Refusal('not_found', `No such ${what}.`)
