// What a log of requests is given of each one when it is over.

/** One request to the public port and what it came to. */
export type RequestSeen = {
  /** Wire time at its end, epoch milliseconds. */
  at: number
  clientId: string | null
  method: string
  /** Without the query: a link has its signature there. */
  path: string
  /** Null where no answer left. */
  status: number | null
  ms: number
  /** Code of the refusal. */
  code: string | null
  /** Id of the fault that it carries. */
  fault: string | null
}

export type OnRequest = (seen: RequestSeen) => void
