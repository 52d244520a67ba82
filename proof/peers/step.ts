// One request of the scripted peers, as data.

export type Step = {
  id: string
  operation: string
  /** Parameters by name, put where the document has them; `<name>` stands for a value kept before or prepared. */
  params?: Record<string, string | number | boolean>
  headers?: Record<string, string>
  body?: unknown
  /** A body that is sent as it is. */
  raw?: { type: string; text: string }
  /** The name under which an address was kept that is called as it is. */
  link?: string
  /** Whose token goes along; the client's own unless said otherwise. */
  as?: 'nobody' | 'stranger' | 'other_lender'
  /** What a client that keeps to the contract awaits; `2XX` for any success. */
  status: number | '2XX'
  /** Names for fields of the answer, by their path. */
  keep?: Record<string, string>
}

export type Values = { clientId: string; clientSecret: string; now: number }
