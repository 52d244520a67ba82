// The rules with all that is known of them, written as a folder of pages: `assay explain` for a browser.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rulePages, type RuleEntry } from '../../reports/html/rule-pages.ts'
import type { Check } from '../kit/check.ts'
import { passages, type Rule } from '../contract/contract.ts'
import { explain, type KnownDefect } from './explain.ts'
import { sourceFiles } from './source-files.ts'
import { unverifiedReason } from './unverified-reason.ts'

const entryOf = (
  rule: Rule,
  checks: readonly Check[],
  defects: readonly KnownDefect[],
  filesOf: ReturnType<typeof sourceFiles>,
): RuleEntry => {
  const explained = explain(rule, checks, defects)
  const verified = explained.checks.length + explained.invariants.length > 0
  return {
    ...rule,
    ...explained,
    passages: (rule.rests_on ?? []).map((id) => passages().get(id)!.at),
    operations: typeof rule.operations === 'string' ? [rule.operations] : rule.operations,
    files: filesOf?.(explained) ?? [],
    unverified: verified ? null : unverifiedReason(rule),
  }
}

/** The files that were written. */
export const writeRulePages = (
  directory: string,
  rules: readonly Rule[],
  checks: readonly Check[],
  defects: readonly KnownDefect[],
): string[] => {
  const report = existsSync(join(directory, '..', 'report.html')) ? '../report.html' : null
  const filesOf = sourceFiles()
  const pages = rulePages(
    rules.map((rule) => entryOf(rule, checks, defects, filesOf)),
    report,
  )
  mkdirSync(directory, { recursive: true })
  return [...pages].map(([name, page]) => {
    writeFileSync(join(directory, name), page)
    return join(directory, name)
  })
}
