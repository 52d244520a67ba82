// Joins the parts of one sample of generated mutants; refuses parts of other code, other samples, or parts that are missing.
import { readNamed } from '../../fixtures/named-file.ts'
import { mutantRates, mutantsFormat, mutantsVersion, type MutantsReport } from '../report/mutants-report.ts'
import { CodedError } from '../../conformance/contract/coded-error.ts'
import { filesNamed } from '../../conformance/contract/read-text.ts'
import { refuse, refuseIncomplete } from '../../conformance/merge/one-whole.ts'

type MutantPart = { file: string; report: MutantsReport & { shard: NonNullable<MutantsReport['shard']> } }

const readPart = (file: string): MutantPart => {
  let value: Partial<MutantsReport> | null = null
  try {
    value = JSON.parse(readNamed(file)) as Partial<MutantsReport> | null
  } catch (error) {
    refuse('unreadable_mutants', `${file} must be a mutants.json, but cannot be read (${(error as Error).message}).`)
  }
  if (value?.format !== mutantsFormat || value.version !== mutantsVersion)
    refuse('unreadable_mutants', `${file} must have "format": "${mutantsFormat}" and version ${mutantsVersion}.`)
  if (!value?.shard)
    refuse('not_a_shard', `${file} must be one part of a sample of mutants, but is a whole one; leave it out.`)
  const { index, of, outcome } = value!.shard!
  if (outcome !== 'complete')
    refuse('shard_incomplete', `${file}: shard ${index} of ${of} must be complete, but was ${outcome}; run it again.`)
  return { file, report: value as MutantPart['report'] }
}

/** @throws CodedError no_mutants (exit code 3), unreadable_mutants, not_a_shard, shard_incomplete */
export const findMutantParts = (directory: string, reportDir: string): MutantPart[] => {
  const files = filesNamed('mutants.json', directory, reportDir)
  if (files.length === 0)
    throw new CodedError(
      'no_mutants',
      `${directory} must be a directory with a mutants.json of each part, but has none; give the directory that \`assay adequacy --generated --shard\` wrote to.`,
    )
  return files.map(readPart)
}

const sampleOf = ({ report: { seed, fingerprint, shard, selection } }: MutantPart): string =>
  `seed ${seed}, ${shard.of} shards, ${selection.how} of ${selection.of} mutants, code ${fingerprint}`

/** @throws CodedError mixed_samples, duplicate_shard, missing_shard, exit code 2 */
export const mergeMutants = (parts: readonly MutantPart[]): MutantsReport => {
  const [first, ...rest] = parts
  const other = rest.find((part) => sampleOf(part) !== sampleOf(first!))
  if (other)
    refuse(
      'mixed_samples',
      `${first!.file} and ${other.file} must be of one sample of one code, but are of ${sampleOf(first!)} and ${sampleOf(other)}; merge the shards of one run.`,
    )
  refuseIncomplete(parts.map(({ file, report }) => ({ file, ...report.shard })))
  const reports = parts.map(({ report }) => report).toSorted((a, b) => a.shard.index - b.shard.index)
  const mutants = reports.flatMap((report) => report.mutants)
  const sum = (of: (report: MutantsReport) => number): number => reports.reduce((total, one) => total + of(one), 0)
  const { shard: _, ...whole } = reports[0]!
  return {
    ...whole,
    started_at: reports.map(({ started_at }) => started_at).toSorted()[0]!,
    duration_ms: Math.max(...reports.map(({ duration_ms }) => duration_ms)),
    cpu_ms: sum(({ cpu_ms }) => cpu_ms),
    workers: sum(({ workers }) => workers),
    selection: { ...whole.selection, mutants: mutants.length },
    clean: reports.flatMap(({ clean }) => clean),
    rates: mutantRates(mutants),
    mutants,
    merged: { shards: first!.report.shard.of },
  }
}
