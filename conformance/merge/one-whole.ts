// Whether parts are those of one whole, all of them and each once; what does not fit is refused by name.
import { CodedError, exitCodes } from '../contract/coded-error.ts'

type Place = { file: string; index: number; of: number }

export type Part<T> = Place & { version: string; content: T }

/** What all parts must have alike. */
export type Fact<T> = { code: string; what: string; remedy: string; of: (content: T) => string }

type Suite = { name: string; version: string; contract: string }

/** @throws CodedError, exit code 2 */
export const refuse = (code: string, message: string): never => {
  throw new CodedError(code, message, exitCodes.couldNotJudge)
}

export const versionOf = ({ name, version, contract }: Suite): string => `${name} ${version} for contract ${contract}`

/** A part of another version than this: only the version that wrote it knows its rules and checks. @throws CodedError, exit code 2 */
export const refuseOther = ({ file, version }: { file: string; version: string }, suite: Suite): void => {
  const own = versionOf(suite)
  if (version !== own)
    refuse(
      'mixed_versions',
      `${file} is of ${version}, but this is ${own}; merge with the version that ran all shards.`,
    )
}

/** Parts of another version than this, or that differ in a fact. @throws CodedError, exit code 2 */
export const refuseMixed = <T>(parts: readonly Part<T>[], suite: Suite, facts: readonly Fact<T>[]): void => {
  for (const part of parts) refuseOther(part, suite)
  const [first, ...rest] = parts
  const count: Fact<Part<T>> = {
    code: 'mixed_shard_counts',
    what: 'number of shards',
    remedy: 'give the shards of one run',
    of: ({ of }) => String(of),
  }
  const all = [count, ...facts.map((fact) => ({ ...fact, of: ({ content }: Part<T>) => fact.of(content) }))]
  for (const { code, what, remedy, of } of all) {
    const other = rest.find((part) => of(part) !== of(first!))
    if (other)
      refuse(
        code,
        `${first!.file} and ${other.file} must have one ${what}, but have ${of(first!)} and ${of(other)}; ${remedy}.`,
      )
  }
}

const mostShown = 20

/** A part that is there twice or not at all. @throws CodedError, exit code 2 */
export const refuseIncomplete = (parts: readonly Place[]): void => {
  const { of } = parts[0]!
  const seen = new Map<number, string>()
  for (const { file, index } of parts) {
    const before = seen.get(index)
    if (before !== undefined)
      refuse('duplicate_shard', `${before} and ${file} are both shard ${index} of ${of}; leave one of them out.`)
    seen.set(index, file)
  }
  const count = of - seen.size
  if (count === 0) return
  const missing: number[] = []
  for (let index = 1; missing.length < Math.min(count, mostShown); index += 1) if (!seen.has(index)) missing.push(index)
  const more = count > mostShown ? ` and ${count - mostShown} more` : ''
  refuse(
    'missing_shard',
    `There must be ${of} shards, but ${count === 1 ? 'shard' : 'shards'} ${missing.join(', ')}${more} of ${of} ` +
      `${count === 1 ? 'is' : 'are'} missing; run what is missing again, and give it too.`,
  )
}
