// The flags of `assay conform`, `merge` and `judge` that decide which violated rules fail a run.
import { existsSync } from 'node:fs'
import { Option } from 'commander'
import { times } from '../../reports/texts.ts'
import type { Check } from '../kit/check.ts'
import { CodedError } from '../contract/coded-error.ts'
import { keepGate, type KeptGate } from '../gate/keep-gate.ts'
import { defaultFile, findKnownFailures } from '../gate/known-failures.ts'
import { findRuleSet, gatingOf, type Gating } from '../gate/rule-set.ts'

export type GateFlags = {
  baseline?: string | false
  writeBaseline?: boolean
  ruleSet?: string
  strict?: boolean
  contract?: string
}

export const gateOptions = [
  new Option('--baseline <file>', `file of accepted known failures; ${defaultFile} where it exists`).env(
    'ASSAY_BASELINE',
  ),
  new Option('--no-baseline', 'accept no failure'),
  new Option('--write-baseline', 'write an entry for each failure that is not accepted, to be filled in'),
  new Option(
    '--rule-set <name>',
    'rules and checks newer than this set do not decide the exit code; the newest set when not given',
  ).env('ASSAY_RULE_SET'),
  new Option('--strict', 'count a violated inferred rule as violated, not as arguable').env('ASSAY_STRICT'),
  new Option('--contract <file>', 'your copy of the contract: what a violation rests on is shown word for word').env(
    'ASSAY_CONTRACT',
  ),
]

/**
 * `writeTo`: where entries for what is not accepted go; null where none are to be written.
 * @throws CodedError, exit code 3, where the baseline or the rule set cannot be used
 */
export const openGate = (
  { baseline, writeBaseline = false, ruleSet, strict = false }: GateFlags,
  checks: readonly Pick<Check, 'id' | 'verifies'>[],
  { now = new Date(), isShard = false }: { now?: Date; isShard?: boolean } = {},
): { gate: KeptGate; gating: Gating; writeTo: string | null } => {
  const gating = gatingOf(findRuleSet(ruleSet), strict)
  if (writeBaseline && baseline === false)
    throw new CodedError(
      'contradictory_options',
      '--write-baseline and --no-baseline exclude each other; leave one out.',
    )
  const file = baseline || defaultFile
  const isNew = writeBaseline && !existsSync(file)
  const known = isNew ? null : findKnownFailures(baseline)
  const gate = keepGate({ checks, gating, baseline: known, date: now.toISOString().slice(0, 10), isShard })
  return { gate, gating, writeTo: writeBaseline ? file : null }
}

/** Writes the entries where they go, and says so; says nothing where there are none. */
export const writeEntries = (gate: KeptGate, writeTo: string | null): string => {
  const entries = writeTo === null ? 0 : gate.write(writeTo)
  return entries > 0
    ? `baseline_written: ${writeTo} has ${times(entries, 'new entry')}; fill in owner, reason and link.\n`
    : ''
}
