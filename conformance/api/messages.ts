// What the thread of a run and the thread that called `conform` send each other.
import type { ConformOptions } from './conform-options.ts'

/** Events and errors travel as JSON: what a reporter gets is what a record has. */
export type FromRun =
  | { event: string }
  | { warning: string }
  | { failed: { code: string; message: string; exitCode: number } }
  | { ended: true }

export type ToRun = 'abort'

export type RunGiven = { profile: unknown; options: Omit<ConformOptions, 'reporters' | 'signal'> }
