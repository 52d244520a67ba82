// The pages of the rules: every rule has the address that links expect, with what `assay explain` shows of it.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { rules } from '../../conformance/contract/contract.ts'
import { explain } from '../../conformance/explain/explain.ts'
import { rulesCommand } from '../../conformance/cli/rules.ts'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { ruleAddress, rulePages, type RuleEntry } from '../../reports/html/rule-pages.ts'
import { htmlReporter } from '../../reports/reporters/html.ts'
import { defects } from '../../proof/defects/index.ts'
import { hostile, hostileEvents, stamped } from './hostile-run.ts'

const run = async (t: Test, ...args: string[]): Promise<unknown> => {
  const { restore } = t.capture(process.stdout, 'write')
  const command = rulesCommand({ defects: async () => defects }).exitOverride()
  return command.parseAsync(args, { from: 'user' }).finally(restore)
}

const entityOf: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entityOf[sign]!)

t.test('every rule of the contract has its place, with its checks and defects', async (t) => {
  const directory = join(t.testdir(), 'rules')
  await run(t, '--format', 'html', '--out', directory)
  const pages = new Map(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]))
  const checks = await loadChecks()
  for (const [index, rule] of [...rules().values()].entries()) {
    const [file, id] = ruleAddress(rule.id).split('#') as [string, string]
    const [, item] = pages.get(file)?.split(` id="${id}"`) ?? []
    const shown = item?.split('</dl>')[0] ?? ''
    if (index % 10 > 0 && shown !== '') continue
    const known = explain(rule, checks, defects)
    const wanted = [...known.checks, ...known.defects, ...known.freedoms].map(({ id: one }) => `>${one}<`)
    const missing = [escaped(rule.source).split('`')[0]!, ...wanted].filter((text) => !shown.includes(text))
    if (missing.length > 0) t.strictSame(missing, [], rule.id)
  }
  for (const [name, page] of pages)
    for (const [, href] of page.matchAll(/href="([^"]*)"/g)) {
      const [file, id] = href!.split('#')
      const target = pages.get(file === '' ? name : file!)
      if (target === undefined || (id && !target.includes(` id="${id}"`)))
        t.fail(`${name} leads to ${href}, which is nowhere`)
    }
})

t.test('a folder of pages needs the format, and an area may be asked for alone', async (t) => {
  await t.rejects(run(t, '--out', join(t.testdir(), 'rules')), { code: 'out_without_html' })
  const directory = join(t.testdir(), 'some')
  await run(t, '--format', 'html', '--out', directory, '--area', 'limits')
  t.strictSame(readdirSync(directory).toSorted(), ['index.html', 'limits.html'])
})

t.test('nothing of a rule becomes markup', async (t) => {
  const entry: RuleEntry = {
    id: 'list.a',
    area: 'list',
    text: hostile,
    source: hostile,
    party: 'service',
    level: 'must',
    operations: [hostile],
    checks: [{ id: hostile, needs: [hostile] }],
    invariants: [hostile],
    unverified: null,
    files: [{ what: 'check', path: hostile }],
    defects: [{ id: 'd', bug: hostile, also: true }],
    freedoms: [{ id: 'f', question: hostile, readings: { [hostile]: hostile } }],
  }
  for (const [name, page] of rulePages([entry])) {
    t.equal(page.match(/<script/g)?.length, 1, name)
    t.notMatch(page, /<link|\ssrc=|url\(/)
    t.match(page, `content="default-src 'none';`)
  }
})

t.test('a report links to the pages that lie beside it, and to none otherwise', async (t) => {
  const write = (directory: string): string => {
    const reporter = htmlReporter(directory)
    for (const event of stamped(hostileEvents())) reporter.event(event)
    return readFileSync(join(directory, 'report.html'), 'utf8')
  }
  const beside = t.testdir({ rules: { 'index.html': '' } })
  t.match(write(beside), 'href="rules/list.html#list.b"')
  t.notOk(existsSync(join(t.testdirName, 'none')))
  t.notMatch(write(t.testdir({})), 'href="rules/')
})
