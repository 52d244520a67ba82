// The receivers that the pages show are examined: each keeps every rule, and one that parses before it verifies is found.
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { root } from '../places.ts'
import { startAssay } from '../run-assay.ts'
import { examine } from './examine.ts'

type Files = Record<string, string>

/** The samples of a page that are written to files. */
const filesOf = (page: string): Files => {
  const text = readFileSync(join(root, 'docs', page), 'utf8')
  const samples = text.matchAll(/<!-- file: (\S+) -->\n\n```\w+\n([^]*?)^```$/gm)
  return Object.fromEntries([...samples].map(([, name, body]) => [name!, body!]))
}

const shown = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((page) => ({ page, files: filesOf(page) }))
  .filter(({ files }) => 'receiver.mjs' in files)

const secret = 'a-secret-of-at-least-32-characters'

const replaced = (text: string, pattern: RegExp, by: string): string => {
  if (!pattern.test(text)) throw new Error(`A receiver of docs/ must have ${pattern}, but has not:\n${text}`)
  return text.replace(pattern, by)
}

/** As its page has it, but at any free port. */
const started = async (t: Test, files: Files): Promise<string> => {
  const cwd = t.testdir(files)
  mkdirSync(join(cwd, 'node_modules'))
  symlinkSync(root, join(cwd, 'node_modules', 'assay'))
  const own = replaced(
    files['receiver.mjs']!,
    /\.listen\(9000, '127\.0\.0\.1'.*\)\n/,
    `.listen(0, '127.0.0.1', function () { console.log('port', this.address().port) })\n`,
  )
  writeFileSync(join(cwd, 'receiver.mjs'), own)
  const receiver = startAssay([], { cwd, program: ['receiver.mjs'] })
  t.teardown(() => receiver.child.kill())
  await receiver.until(/^port \d+$/m)
  return `http://127.0.0.1:${/^port (\d+)$/m.exec(receiver.text())![1]}/hooks`
}

t.test('the pages show receivers', async (t) => {
  t.strictSame(
    shown.map(({ page }) => page),
    ['getting-started-lender.md', 'lenders-day.md'],
  )
})

for (const { page, files } of shown) {
  t.test(`the receiver of docs/${page} violates nothing`, async (t) => {
    const { code, failed, run } = await examine({ url: await started(t, files), secret })
    t.strictSame(failed, [])
    t.equal(code, 0)
    t.ok(run.rules.filter(({ verdict }) => verdict === 'pass').length > 0)
  })

  t.test(`the receiver of docs/${page}, if it parsed before it verified, is found`, async (t) => {
    const own = files['receiver.mjs']!
    const parse = /^ *const event = JSON\.parse.*\n/m
    const parsed = replaced(own, parse, '')
    const early = replaced(parsed, /^ *const body = .*\n/m, `$&${parse.exec(own)![0]}`)
    const { code, failed } = await examine({ url: await started(t, { ...files, 'receiver.mjs': early }), secret })
    t.equal(code, 1)
    t.ok(failed.includes('delivery.receiver-answers-401-when-unverified'), failed.join(' '))
  })
}
