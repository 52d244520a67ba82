// Which generated mutants the peers are put to: a sample of those that a run of our own suite executes and that are not classified.
import { buildMutants } from '../generated/build.ts'
import { isExecuted } from '../generated/choose-checks.ts'
import { createClassification, readClassified, readOutside, withinFrame } from '../generated/classified.ts'
import { openKept, suiteFingerprint } from '../generated/kept.ts'
import { hitLimitOf } from '../generated/plan-trials.ts'
import { recordCleanRuns } from '../generated/record-clean-runs.ts'
import type { Executed } from '../generated/executed.ts'
import type { Mutant } from '../generated/mutant.ts'
import { draw } from '../matrix/select-defects.ts'
import { mutatedCode } from '../../simulator/mutated-code.ts'
import type { MutantBuilt } from './mutant-target.ts'
import { root } from './places.ts'

export type DrawnMutant = Mutant & { built: MutantBuilt }

type DrawnMutants = {
  drawn: DrawnMutant[]
  /** How many there were to draw from. */
  of: number
  folder: string
}

/** What no plain run executes shows to nobody, and what is classified was found to show to nobody, or to be permitted. */
export const drawable = (
  mutants: readonly Mutant[],
  plain: Pick<Executed, 'hits'>,
  classification: Pick<ReturnType<typeof createClassification>, 'of'>,
): Mutant[] => mutants.filter((mutant) => isExecuted(mutant.number, plain) && classification.of(mutant, true) === null)

export const drawMutants = async (count: number, seed: number, say: (line: string) => void): Promise<DrawnMutants> => {
  const build = await buildMutants(mutatedCode, Date.now())
  const kept = openKept(build.directory, suiteFingerprint())
  const worker = { module: `${root}dist/assay.js`, args: ['adequacy', '--worker'] }
  const { signal } = new AbortController()
  const [plain] = await recordCleanRuns({ worker }, { build, kept }, [{}], { workers: 1, signal, say })
  if (!plain) throw new Error('No clean run shows which mutants are executed.')
  const { within } = withinFrame(build.mutants, readOutside())
  const all = drawable(within, plain, createClassification(readClassified()))
  const { folder } = build
  const drawn = draw(all, count, seed, 'sample of mutants').map((mutant) => ({
    ...mutant,
    built: { folder, number: mutant.number, hitLimit: hitLimitOf(mutant, plain) },
  }))
  return { drawn, of: all.length, folder }
}
