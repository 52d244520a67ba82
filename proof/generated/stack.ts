// What the program that knows both readers says of the target's code: where it stands built, what of it is mutated, how it starts.
import type { Started } from '../matrix/started.ts'

/** What a mutated target is started with, beside its mutant. */
export type Conditions = {
  tls?: boolean
  vary?: number
  readings?: Record<string, string>
  /** Keeps its data in a file, in which many orders stand already, and is closed and opened again in mid-run. */
  reopened?: boolean
}

export type MutatedCode = {
  /** The folder of the built code. */
  folder: string
  /** Its name from the root of the project, where the sources stand. */
  name: string
  /** The folders within it that are mutated, and what is left out of them. */
  areas: readonly string[]
  except: readonly string[]
}

export type Stack = MutatedCode & {
  /** Starts what stands in a folder: the built code, or a copy of it with mutants. */
  start(folder: string, conditions: Conditions): Promise<Started>
  /** The readings that a seed draws. */
  readingsOf(vary: number): Promise<Record<string, string>>
}
