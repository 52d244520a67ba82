// A target of our own, started.

/** With its profile as plain data. `between` is called before a request while no other is under way. */
export type Started = { profile: unknown; between?(): Promise<void>; stop(): Promise<void> }
