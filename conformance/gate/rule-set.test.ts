import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { frozenText, presentNow } from '../cli/rule-set-lines.ts'
import { ruleSetDrift } from '../../tests/rule-set-drift.ts'
import { allRuleSets, findRuleSet, gatingOf, type RuleSet } from './rule-set.ts'

t.test('every rule and check is in a set, or newer ones wait in an open set', async (t) => {
  t.strictSame(
    ruleSetDrift(allRuleSets(), await presentNow()),
    [],
    'See "Rule sets" in docs/adding.md: while the newest set is open, nothing is to be done.',
  )
})

const open = (name: string, dropped?: Record<string, string>): RuleSet => ({
  name,
  contract: '1.0.0',
  state: 'open',
  ...(dropped && { dropped }),
})

const closed = (name: string, rules: string[], checks: string[]): RuleSet => ({
  name,
  contract: '1.0.0',
  state: 'frozen',
  frozen_on: '2026-01-01',
  rules,
  checks,
})

const present = { rules: ['a.x', 'a.y'], checks: ['a.check', 'invariant.a'] }
const whole = closed('1.0.0-1', present.rules, present.checks)
const fewer = closed('1.0.0-1', ['a.x'], ['invariant.a'])
const more = closed('1.0.0-1', [...present.rules, 'a.gone'], [...present.checks, 'a.old-check'])

const drifts: [what: string, sets: RuleSet[], complaints: RegExp[]][] = [
  ['an open set holds whatever there is', [open('1.0.0-1')], []],
  ['a frozen one that is whole is enough', [whole], []],
  ['what is newer needs the next set', [fewer], [/^a\.y is newer .* 1\.0\.0-1/, /^a\.check is newer/]],
  ['an open one will do', [fewer, open('1.0.0-2')], []],
  [
    'what is dropped needs a word',
    [more, open('1.0.0-2')],
    [/^a\.gone of the rule set 1\.0\.0-1 is no more/, /^a\.old-check/],
  ],
  [
    'a word is enough',
    [more, open('1.0.0-2', { 'a.gone': 'It said what a.x says.', 'a.old-check': 'Its claim is in a.check.' })],
    [],
  ],
  ['an open set that was passed over is named', [open('1.0.0-1'), whole], [/1\.0\.0-1 is open, but not the newest/]],
  ['there is a first set', [], [/no rule set/]],
]

for (const [what, sets, complaints] of drifts)
  t.test(what, async (t) => {
    const shown = ruleSetDrift(sets, present)
    t.equal(shown.length, complaints.length, shown.join('\n'))
    for (const [index, complaint] of complaints.entries()) t.match(shown[index], complaint)
  })

t.test('a frozen set gates by its lists, an open one by all there is', async (t) => {
  const gating = gatingOf(fewer)
  t.strictSame(
    [gating.rule('a.x'), gating.rule('a.y'), gating.check('invariant.a'), gating.check('a.check')],
    [true, false, true, false],
  )
  t.ok(gatingOf(open('1.0.0-1')).rule('a.z'))
})

t.test('what is frozen holds every rule and check of now, and is a set that can be named by its file', async (t) => {
  const now = await presentNow()
  const name = `${allRuleSets().at(-1)!.contract}-99`
  const file = join(t.testdir(), 'own.yaml')
  writeFileSync(file, frozenText(name, now, new Date('2026-06-15T12:00:00Z')))
  const set = findRuleSet(file)
  t.match(set, { name, state: 'frozen', frozen_on: '2026-06-15' })
  t.strictSame(ruleSetDrift([set], now), [])
  t.same([set.rules!.toSorted(), set.checks!.toSorted()], [now.rules.toSorted(), now.checks.toSorted()])
  t.strictSame(parse(frozenText(name, now, new Date('2026-06-15'))), set)
})

t.test('a set that cannot be used is wrong usage, with what there is', async (t) => {
  t.equal(findRuleSet().name, allRuleSets().at(-1)!.name, 'the newest where none is named')
  t.throws(() => findRuleSet('0.9.0-1'), { code: 'unknown_rule_set', exitCode: 3, message: /there are 1\.0\.0-1/ })
  t.throws(() => findRuleSet('./nowhere.yaml'), { code: 'unreadable_rule_set', message: /ENOENT/ })
  const file = join(t.testdir(), 'half.yaml')
  writeFileSync(file, 'name: 1.0.0-1\ncontract: 1.0.0\nstate: frozen\n')
  t.throws(() => findRuleSet(file), { code: 'unfit_rule_set', message: /half\.yaml does not keep/ })
  t.throws(() => frozenText('first', present, new Date()), { code: 'unfit_rule_set_name' })
})
