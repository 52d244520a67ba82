// Which freedoms two targets read in different ways, and what a client of both must be ready for.
import type { ComparedFreedom, ComparedReport, Comparison, SeenReading } from './comparison.ts'

const readingsOf = ({ readings }: ComparedReport): Map<string, string[]> => {
  const seen = new Map<string, string[]>()
  for (const { freedom, reading } of readings)
    seen.set(freedom, [...new Set([...(seen.get(freedom) ?? []), reading])].toSorted())
  return seen
}

const handling = (readings: readonly SeenReading[]): string => {
  const means = readings.map(({ reading, means: text }) => `(${reading}) ${(text ?? reading).replace(/\.$/, '')}`)
  return `A client of both must be ready for ${means.length === 2 ? 'either' : 'each'} of these: ${means.join('; ')}.`
}

export const compareReadings = (
  a: ComparedReport,
  b: ComparedReport,
  freedoms: ReadonlyMap<string, ComparedFreedom>,
): Pick<Comparison, 'readings' | 'readings_seen_once'> => {
  const [inA, inB] = [readingsOf(a), readingsOf(b)]
  const meaning = (freedom: string) => (reading: string) => ({
    reading,
    means: freedoms.get(freedom)?.readings[reading] ?? null,
  })
  const all = [...new Set([...inA.keys(), ...inB.keys()])].toSorted()
  const readings = all.flatMap((freedom) => {
    const [one, other] = [inA.get(freedom), inB.get(freedom)]
    if (!one || !other || one.join() === other.join()) return []
    const { question = null, source = null } = freedoms.get(freedom) ?? {}
    const means = meaning(freedom)
    const handle = handling([...new Set([...one, ...other])].map(means))
    return [{ freedom, source, question, a: one.map(means), b: other.map(means), handle }]
  })
  const once = all.flatMap((freedom) => {
    const [one, other] = [inA.get(freedom), inB.get(freedom)]
    if (one && other) return []
    const only: 'a' | 'b' = one ? 'a' : 'b'
    const question = freedoms.get(freedom)?.question ?? null
    return [{ freedom, question, only, readings: (one ?? other)!.map(meaning(freedom)) }]
  })
  return { readings, readings_seen_once: once }
}
