// --write-baseline: an entry for each violated rule and each reason for blocked ones that is not accepted; owner, reason and link are left to people.
import { existsSync, readFileSync } from 'node:fs'
import type { Document } from 'yaml'
import { parseYamlDocument } from '../../fixtures/parse-yaml.ts'
import { yaml } from '../../fixtures/yaml.ts'
import { writeWhole } from '../../own-files/write-whole.ts'
import { CodedError } from '../contract/coded-error.ts'
import { whyOf } from '../contract/read-text.ts'
import { comesAndGoes, type Broken } from './gate.ts'
import type { ListName } from './known-failures.ts'

const head = ` Known failures of this deployment. Each needs an owner, a reason, a link and the last day on which it is accepted;
 until they are filled in, this file is refused. Under \`flaky\` stands what reruns do not reproduce every time,
 under \`blocked\` what the target keeps from being judged.`

const days = 30

const later = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const documentOf = (file: string): Document => {
  if (existsSync(file)) return parseYamlDocument(readFileSync(file, 'utf8'))
  const made = new (yaml().Document)({ version: 1 })
  made.commentBefore = head
  return made
}

/** Blocked rules of one reason, by its code. */
export type Blocked = { rule: string; code: string }

const fresh = (date: string) => ({ owner: '', reason: '', link: '', expires: later(date) })

const entriesFor = (blocked: readonly Blocked[], date: string) =>
  [...new Set(blocked.map(({ code }) => code))].map((code) => ({
    code,
    rules: blocked.filter((one) => one.code === code).map(({ rule }) => rule),
    ...fresh(date),
  }))

const addTo = (document: Document, list: string, entry: object): void => {
  if (!yaml().isSeq(document.get(list))) document.set(list, document.createNode([]))
  document.addIn([list], document.createNode(entry))
}

/** Adds to the file what is not in it; what is there stays as it is, with its comments. Returns how many entries are new. */
export const writeKnownFailures = (
  file: string,
  broken: readonly Broken[],
  date: string,
  blocked: readonly Blocked[] = [],
): number => {
  const document = documentOf(file)
  const groups = new Map<string, { list: ListName; rule: string; checks: string[] }>()
  for (const pair of broken) {
    const list = comesAndGoes(pair) ? 'flaky' : 'known'
    const group = groups.get(`${list} ${pair.rule}`) ?? { list, rule: pair.rule, checks: [] }
    group.checks.push(pair.check)
    groups.set(`${list} ${pair.rule}`, group)
  }
  for (const { list, rule, checks } of groups.values()) {
    addTo(document, list, { rule, checks: checks.toSorted(), ...fresh(date) })
  }
  const others = entriesFor(blocked, date)
  for (const entry of others) addTo(document, 'blocked', entry)
  try {
    writeWhole(file, document.toString({ lineWidth: 120 }))
  } catch (error) {
    throw new CodedError('unwritable_baseline', `${file} cannot be written (${whyOf(error)}); give another --baseline.`)
  }
  return groups.size + others.length
}
