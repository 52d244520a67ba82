// HAR 1.2 as the journal writes it: standard entries, with fields of this simulator that begin with an underscore.
type NameValue = { name: string; value: string }

type HarBody = {
  /** Bytes that went over the wire. */
  size: number
  mimeType: string
  text?: string
  /** Present where the bytes are no UTF-8 text. */
  encoding?: 'base64'
  /** The journal kept only the beginning. */
  _truncated?: true
}

type HarMessage = {
  httpVersion: string
  cookies: NameValue[]
  headers: NameValue[]
  headersSize: number
  bodySize: number
}

/** One request to the public port, or one attempt to deliver an event. */
export type JournalEntry = {
  /** Real time, as a signature's `t` and a rate limit window use it. */
  startedDateTime: string
  /** Milliseconds, the sum of `timings`. */
  time: number
  request: HarMessage & { method: string; url: string; queryString: NameValue[]; postData?: Omit<HarBody, 'size'> }
  /** `status` is 0 where no answer came or none left; `_error` then says why. */
  response: HarMessage & { status: number; statusText: string; content: HarBody; redirectURL: string }
  cache: Record<string, never>
  timings: { send: number; wait: number; receive: number }
  /** `j1`, `j2`, … in the order in which they ended; never used twice, also after a clear. */
  _id: string
  _kind: 'request' | 'delivery'
  /** Null for a path that belongs to neither. */
  _environment: 'production' | 'sandbox' | null
  /** `operationId` of the contract's OpenAPI document; null where the request is none of them, and for a delivery. */
  _operation: string | null
  _client_id: string | null
  _order_id: string | null
  /** When it began by the domain clock. */
  _domain_time: string
  /** Id of the injected fault that it carries. */
  _fault: string | null
  /** One word: aborted, reset, refused, timeout … */
  _error?: string
  /** What a delivery delivers. `attempt` is 1 to 9 by the schedule, null for what is sent by hand and for a specimen. */
  _event?: { id: string; type: string; attempt: number | null }
  /** What of its query the service ignores, or may read otherwise than it is meant. */
  _odd_query?: string[]
  /** The first request of all, or the first after a clear with `client_starts`. */
  _start?: true
}

export type Har = {
  log: {
    version: '1.2'
    creator: { name: string; version: string }
    pages: never[]
    entries: JournalEntry[]
    comment?: string
  }
}

/** Which entries are meant; every field that is given must fit. */
export type JournalMatch = {
  kind?: JournalEntry['_kind']
  environment?: 'production' | 'sandbox'
  operation?: string
  client_id?: string
  order_id?: string
  event_type?: string
  fault?: string
  method?: string
  /** Path with its base, such as `/sandbox/v1/orders`; `*` stands for any text without a slash. */
  path?: string
  /** 0 for an answer that never came. */
  status?: number
  /** Request headers by name, in any case; null for one that must be absent. */
  headers?: Record<string, string | null>
  /** Query parameters by name; null for one that must be absent. */
  query?: Record<string, string | null>
  /** Part of the JSON body of the request: what it names must be there and equal. */
  json?: unknown
  /** True for answers of 400 and above and those that never came; false for the others. */
  refused?: boolean
  /** Only entries after this one. */
  since?: string
  /** Only entries before this one. */
  before?: string
}

export type JournalCount = { at_least?: number; at_most?: number; exactly?: number }

/** An entry that nearly fits, and what keeps it from fitting. */
export type JournalMiss = {
  _id: string
  request: string
  differences: { field: string; expected: unknown; received: unknown }[]
}

/** A match, a count or an option that cannot be used is refused with code `unusable_value`: an unknown name, operation or event type. */
export type SimulatorJournal = {
  /** Entries that were dropped to make room: requests for requests, and deliveries for deliveries. */
  dropped(): { requests: number; deliveries: number }
  /** Oldest first; all that are kept when nothing is given. */
  entries(match?: JournalMatch): JournalEntry[]
  /** Forgets all entries; ids go on. `client_starts` says that the next request is the first of the client. */
  clear(options?: { client_starts?: boolean }): void
  /**
   * The first entry that fits, be it there already (see `since`) or yet to come. Rejects with code `journal_timeout` after `timeout_ms`, 5,000
   * when left out, 300,000 at most, and names the nearest misses.
   */
  wait(match?: JournalMatch, options?: { timeout_ms?: number }): Promise<JournalEntry>
  /** The entries that fit. Throws with code `journal_mismatch`, and the nearest misses, unless they are as many as asked: at least 1 when left out. */
  verify(match: JournalMatch, count?: JournalCount): JournalEntry[]
  toHar(match?: JournalMatch): Har
}
