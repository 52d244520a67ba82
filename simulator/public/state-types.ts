// States of a simulator as plain types: snapshots, and the world as a file.

/** A state that can come back, kept in memory for as long as the simulator runs. */
export type SimulatorSnapshot = {
  id: string
  name: string | null
  /** Domain time of the state, an RFC 3339 timestamp. */
  now: string
  /** Real time at which it was taken. */
  taken_at: string
  orders: number
  events: number
  documents: number
}

/** An exported world, plain JSON. `checksum` shows damage; without it a file that was edited can be imported. */
export type WorldFile = {
  format: string
  version: number
  /** The version of assay that wrote it. */
  assay?: string
  /** Domain time, an RFC 3339 timestamp. */
  now: string
  /** What the next ids follow from. */
  ids: string
  /** Companies, lenders, credentials and roles of the start. */
  world: Record<string, unknown>
  /** The rows of every table; with secrets and keys. */
  tables: Record<string, Record<string, unknown>[]>
  /** Bytes by document, in base64. */
  files: Record<string, string>
  checksum?: string
}

export type ImportedWorld = { now: string; orders: number; events: number; documents: number }
