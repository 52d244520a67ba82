// What the thread that judges a client and the thread of the simulator send each other; entries travel as JSON, which is the quickest.

export type JudgedFrom = { requests: number; deliveries: number }

export type ToJudge =
  /** Entries that follow those sent before. */
  | { add: string }
  /** Judges those that are left when requests and deliveries before these numbers are forgotten. */
  | { judge: number; from: JudgedFrom }

export type FromJudge = { judged: number; findings: string } | { judged: number; failed: string }
