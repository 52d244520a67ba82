// What a peer is: another tool, how to start it, and what it complains of when it looks at a target.

/** What every peer is given: an address, a token, and things that exist. */
export type Target = {
  url: string
  token: string
  otherToken: string
  clientId: string
  clientSecret: string
  seed: number
  now: number
  orders: Record<'fresh' | 'holdable' | 'held' | 'cancellable' | 'delivered', string>
  document: string
}

/** `place` is where in the operation: a step, a field, a header; without anything that differs from run to run. */
export type Complaint = { operation: string; kind: string; place: string }

export type RunningPeer = {
  examine(target: Target): Promise<Complaint[]>
  stop(): Promise<void>
}

export type Peer = {
  id: string
  title: string
  /** In one sentence, for the table. */
  how: string
  /** A sentence on how to install it; null where it is there. */
  missing(): string | null
  version(): string
  /** `base` is the address at which every target will be. */
  start(base: string): Promise<RunningPeer>
}

/** What else distinguishes a target, so that a peer may say that it could not work with it at all. */
export const gaveUp = (why: string): Complaint => ({ operation: '*', kind: 'gave up', place: why })
