// Classified survivors: why no check shows them, keyed by their change and not by its line.
import type { MutantClass } from '../report/mutants-report.ts'
import { adequacyFile } from '../../conformance/contract/contract.ts'
import { keyText, type Mutant } from './mutant.ts'

/** Without a change it stands for all of a declaration, or of a file, that no run executes; never for one that is executed. */
export type Classified = {
  file: string
  in?: string
  mutator?: string
  original?: string
  replacement?: string
  nth?: number
  as: MutantClass
  freedom?: string
  /** The section that leaves it open, where no freedom has a row for it. */
  silent?: string
  reason: string
}

/** What has no part in what is served, and is not mutated for it: a declaration, or a whole file. */
type Outside = { file: string; in?: string; reason: string }

type Classification = {
  of(mutant: Mutant, isExecuted: boolean): Classified | null
  /** Entries that fit none of these mutants, as a line each. */
  stale(mutants: readonly Mutant[]): string[]
}

const isNarrow = ({ original }: Classified): boolean => original !== undefined

const narrowKey = ({
  file,
  in: declaration = '',
  mutator = '',
  original = '',
  replacement = '',
  nth = 1,
}: Classified) => keyText({ file, in: declaration, mutator, original, replacement, nth })

const isWithin = (declaration: string, outer: string | undefined): boolean =>
  outer === undefined || declaration === outer || declaration.startsWith(`${outer}.`)

const covers = ({ file, in: outer }: Pick<Classified, 'file' | 'in'>, mutant: Mutant): boolean =>
  file === mutant.file && isWithin(mutant.in, outer)

const lineOf = ({ file, in: declaration, mutator, original, replacement, as }: Classified): string =>
  [file, declaration, mutator, original === undefined ? null : `${original} → ${replacement}`, `(${as})`]
    .filter((part) => part !== null && part !== undefined)
    .join('  ')

export const createClassification = (entries: readonly Classified[]): Classification => {
  const narrow = new Map(entries.filter(isNarrow).map((entry) => [narrowKey(entry), entry]))
  const wide = entries.filter((entry) => !isNarrow(entry))
  return {
    of: (mutant, isExecuted) =>
      narrow.get(keyText(mutant)) ?? (isExecuted ? null : (wide.find((entry) => covers(entry, mutant)) ?? null)),
    stale(mutants) {
      const keys = new Set(mutants.map(keyText))
      return entries
        .filter((entry) =>
          isNarrow(entry) ? !keys.has(narrowKey(entry)) : !mutants.some((mutant) => covers(entry, mutant)),
        )
        .map(lineOf)
    },
  }
}

type ByFile<Row> = Record<string, Omit<Row, 'file'>[]>

type ClassifiedFile = { outside: ByFile<Outside>; mutants: ByFile<Classified> }

const readFile = (): ClassifiedFile | undefined => adequacyFile('classified-mutants.yaml') as ClassifiedFile | undefined

const withFiles = <Row>(byFile: ByFile<Row> = {}): (Omit<Row, 'file'> & { file: string })[] =>
  Object.entries(byFile).flatMap(([file, rows]) => rows.map((row) => ({ file, ...row })))

export const readClassified = (): Classified[] => withFiles<Classified>(readFile()?.mutants)

export const readOutside = (): Outside[] => withFiles<Outside>(readFile()?.outside)

/** Those of what is served, and the entries that leave out none. */
export const withinFrame = (
  mutants: readonly Mutant[],
  outside: readonly Outside[],
): { within: Mutant[]; stale: string[] } => ({
  within: mutants.filter((mutant) => !outside.some((entry) => covers(entry, mutant))),
  stale: outside
    .filter((entry) => !mutants.some((mutant) => covers(entry, mutant)))
    .map(({ file, in: declaration }) =>
      [file, ...(declaration === undefined ? [] : [declaration]), '(outside)'].join('  '),
    ),
})
