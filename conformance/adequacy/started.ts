// A target of our own, started.

/** With its profile as plain data. */
export type Started = { profile: unknown; stop(): Promise<void> }
