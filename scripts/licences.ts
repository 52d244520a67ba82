// `npm run licences`: every package that users install with assay, with its version and licence, and what stands out among them.
import { licenceProblems, shipped } from '../tests/shipped-packages.ts'

const packages = shipped()
for (const { name, version, licence } of packages) console.log(`${licence.padEnd(14)} ${name} ${version}`)
const counts: Record<string, number> = {}
for (const { licence } of packages) counts[licence] = (counts[licence] ?? 0) + 1
for (const [licence, count] of Object.entries(counts)) console.log(`${String(count).padStart(4)} ${licence}`)
const problems = licenceProblems(packages)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
