// What the program that knows both readers gives: the defects there are, and targets that carry one.
import type { Stack } from '../generated/stack.ts'
import type { Started } from './started.ts'

export type Defect = {
  id: string
  breaks: string
  bug: string
  /** The mutation operator that built it. */
  operator?: string
  /** Other rules with the same meaning, so that the bug breaks them too. */
  also?: readonly string[]
  /** Where it is written, from the root of the source tree. */
  file?: string
}

export type StartOptions = { defect?: string; tls?: boolean }

export type Injected = {
  defects(): Promise<readonly Defect[]>
  start(options: StartOptions): Promise<Started>
  /** The target's own code, where generated mutants of it can be made. */
  stack?: Stack
  /** How to start this program once more as a worker, which serves jobs over its channel. */
  worker: { module: string; args: string[] }
}
