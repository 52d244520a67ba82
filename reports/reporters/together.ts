// Several reporters as one: one that throws is dropped and named, and the others continue.
import type { Reporter } from '../run-record.ts'

type Together = Required<Pick<Reporter, 'event'>> & {
  close(): Promise<void>
  /** One sentence for each that threw. */
  readonly broken: readonly string[]
}

export const together = (reporters: readonly Reporter[]): Together => {
  const working = new Set(reporters)
  const broken: string[] = []
  const drop = (reporter: Reporter) => (error: unknown) => {
    working.delete(reporter)
    broken.push([reporter.name ?? [], (error as Error).message].flat().join(': '))
  }
  /** Nothing is left to be waited for by a reporter that does not wait: a record of many events would wait with all of them. */
  const guard = (reporter: Reporter, work: () => void | Promise<void>): void | Promise<void> => {
    try {
      return work()?.catch(drop(reporter))
    } catch (error) {
      drop(reporter)(error)
    }
  }
  return {
    broken,
    event(event) {
      for (const reporter of working) void guard(reporter, () => reporter.event(event))
    },
    async close() {
      for (const reporter of working) await guard(reporter, () => reporter.close?.())
    },
  }
}
