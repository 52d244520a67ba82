// Joins the parts of one sample of generated mutants; refuses parts of other code, other samples, or parts that are missing.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { mutantRates, mutantsFormat, mutantsVersion, type MutantsReport } from '../../../reports/mutants-report.ts'
import { CodedError, exitCodes } from '../../contract/coded-error.ts'

export type MutantPart = { file: string; report: MutantsReport & { shard: NonNullable<MutantsReport['shard']> } }

const refuse = (code: string, message: string): never => {
  throw new CodedError(code, message, exitCodes.couldNotJudge)
}

const readPart = (file: string): MutantPart => {
  let value: Partial<MutantsReport> | null = null
  try {
    value = JSON.parse(readFileSync(file, 'utf8')) as Partial<MutantsReport> | null
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
  const isDirectory = statSync(directory, { throwIfNoEntry: false })?.isDirectory() ?? false
  const files = (isDirectory ? readdirSync(directory, { recursive: true, encoding: 'utf8' }) : [])
    .filter((file) => /(^|[/\\])mutants\.json$/.test(file))
    .map((file) => join(directory, file))
    .filter((file) => dirname(resolve(file)) !== resolve(reportDir))
    .toSorted()
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
  const { of } = first!.report.shard
  for (const index of Array.from({ length: of }, (_, at) => at + 1)) {
    const found = parts.filter(({ report }) => report.shard.index === index)
    if (found.length === 0) refuse('missing_shard', `Shard ${index} of ${of} is missing; run it again.`)
    if (found.length > 1)
      refuse(
        'duplicate_shard',
        `${found[0]!.file} and ${found[1]!.file} are both shard ${index} of ${of}; leave one out.`,
      )
  }
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
    merged: { shards: of },
  }
}
