// The audit of a client in a test: from the entries of a journal in memory to lists of rules, or to an error that says what to change.
import { times } from '../../reports/texts.ts'
import { clientFindings } from '../audit/client-findings.ts'
import type { HarEntry } from '../audit/journal/har-entry.ts'
import { ruleLines, shownEntries } from '../audit/rule-lines.ts'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import type { ClientAudit, ClientAuditOptions, ClientAudits, ClientRule } from './client-audit-types.ts'

const messageOf = (violated: readonly ClientRule[], entries: readonly HarEntry[]): string => {
  if (violated.length === 0) return ''
  const known = shownEntries(violated, entries)
  return [
    `The client must keep the rules of the contract, and violates ${times(violated.length, 'rule')}:`,
    ...violated.flatMap((rule) => ['', ...ruleLines(rule, known)]),
    '',
  ].join('\n')
}

const knownOptions = ['rules', 'accept']

const refuse = (code: string, message: string): never => {
  throw new CodedError(code, message)
}

/** @throws CodedError invalid_option, unknown_rule */
const check = (options: ClientAuditOptions, known: ReadonlySet<string>): void => {
  for (const [name, value] of Object.entries(options)) {
    if (!knownOptions.includes(name))
      refuse('invalid_option', `An audit has no option ${name}; it knows ${knownOptions.join(' and ')}.`)
    if (value === undefined) continue
    if (!Array.isArray(value)) refuse('invalid_option', `${name} must be a list of ids of rules; correct it.`)
    for (const id of value)
      if (!known.has(id))
        refuse('unknown_rule', `The client has no rule ${id}; \`npx assay rules --party client\` lists them.`)
  }
}

/** @param entries of the simulator's journal, oldest first */
const auditClient = (entries: readonly HarEntry[], options: ClientAuditOptions = {}): ClientAudit => {
  const { rules: all, summary: _, ...rest } = clientFindings(entries)
  check(options, new Set(all.map(({ rule }) => rule)))
  const { rules: only, accept = [] } = options
  const rules = only === undefined ? all : all.filter(({ rule }) => only.includes(rule))
  const named = (verdict: ClientRule['verdict']): ClientRule[] => rules.filter((one) => one.verdict === verdict)
  const failed = named('fail')
  const violated = failed.filter(({ rule }) => !accept.includes(rule))
  return {
    ...rest,
    violated,
    accepted: failed.filter(({ rule }) => accept.includes(rule)),
    passed: named('pass'),
    notTested: named('not-tested'),
    notApplicable: named('not-applicable'),
    message: messageOf(violated, entries),
  }
}

/** @param journal gives the entries, or throws where it is off */
export const auditsOf = (journal: () => readonly HarEntry[]): ClientAudits => ({
  audit: async (options) => auditClient(journal(), options),
  async expectConforming(options) {
    const audit = auditClient(journal(), options)
    if (audit.violated.length > 0) throw new CodedError('client_violates_rules', audit.message, exitCodes.ruleBroken)
    if (audit.passed.length + audit.accepted.length === 0)
      throw new CodedError(
        'nothing_judged',
        `The client must do something that the rules are about, but no rule could be judged from ${times(audit.calls, 'call')}; let it work before the audit.`,
        exitCodes.couldNotJudge,
      )
    return audit
  },
})
