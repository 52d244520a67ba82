// The inferred rules that readings in force dispute: a target that takes them is conformant, and violates these rules.
import { freedoms } from '../../conformance/contract/contract.ts'

/** `readings`: by freedom. */
export const disputedBy = (readings: Readonly<Record<string, string>>): Set<string> =>
  new Set([...freedoms().values()].flatMap(({ id, disputes = {} }) => disputes[readings[id] ?? ''] ?? []))
