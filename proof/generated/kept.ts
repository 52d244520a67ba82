// What is kept beside an instrumented build: clean runs, and the answers of trials, each for one state of the suite.
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adequacyPath } from '../../conformance/contract/contract.ts'
import type { Executed } from './executed.ts'
import type { Conditions } from './stack.ts'
import type { TriedMutant } from './try-mutant.ts'

const suiteFolder = fileURLToPath(new URL('../../conformance/', import.meta.url))

/** What measures the suite has no part in what it finds. */
const isOfTheSuite = (file: string): boolean =>
  /\.(?:js|ts|json|ya?ml)$/.test(file) && !/\.(?:test|support)\.js$|\.d\.ts$|^(?:adequacy|cli|schemas)[/\\]/.test(file)

/** Short for the code of the suite, and for the contract's data. */
export const suiteFingerprint = (): string => {
  const hash = createHash('sha256')
  for (const folder of [suiteFolder, adequacyPath('..')])
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isOfTheSuite).toSorted())
      hash.update(`${file}\n`).update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 12)
}

export type Kept = {
  executed(conditions: Conditions): Executed | null
  keepExecuted(executed: Executed): void
  tried(): TriedMutant[]
  keepTried(tried: TriedMutant): void
}

export const openKept = (directory: string, suite: string): Kept => {
  const folder = join(directory, suite)
  mkdirSync(folder, { recursive: true })
  const fileOf = (conditions: Conditions): string => {
    const name = createHash('sha256').update(JSON.stringify(conditions)).digest('hex').slice(0, 8)
    return join(folder, `executed-${name}.json`)
  }
  const answers = join(folder, 'tried.jsonl')
  return {
    executed(conditions) {
      const file = fileOf(conditions)
      return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Executed) : null
    },
    keepExecuted: (executed) => writeFileSync(fileOf(executed.conditions), JSON.stringify(executed)),
    tried() {
      if (!existsSync(answers)) return []
      const lines = readFileSync(answers, 'utf8').split('\n')
      return lines.flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as TriedMutant] : []))
    },
    keepTried: (tried) => appendFileSync(answers, `${JSON.stringify(tried)}\n`),
  }
}
