// Every snippet of the README and of docs/ is run as it stands, page by page, in one shell and one empty folder for each page.
// Silent for up to 300 s.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { parse } from 'yaml'
import { assay, root } from '../places.ts'
import { sampled } from '../sampled.ts'
import { ended } from '../wait-for.ts'

type Snippet = {
  page: string
  line: number
  language: string
  text: string
  before: string
  file?: string
  notRun?: string
}

/** Languages whose snippets are samples of output, with nothing to run. */
const shown = new Set(['text', 'diff'])
const languages = new Set(['sh', 'yaml', 'json', 'js', 'python', 'java', 'go', 'ts', ...shown])

/** A snippet may have a comment before it: `file: NAME` writes it, `not run here: REASON` leaves it out. */
const snippetsOf = (page: string): Snippet[] => {
  const text = readFileSync(join(root, page), 'utf8')
  const pattern = /(?:<!-- ([^>]*) -->\n\n)?^```(\w*)\n([^]*?)^```$/gm
  return [...text.matchAll(pattern)].map(({ 1: comment = '', 2: language = '', 3: body = '', index }) => {
    const [, key, value] = /^(file|not run here): (.+)$/.exec(comment) ?? []
    const [before, line] = [
      text.slice(0, index).trimEnd().split('\n\n').at(-1)!,
      text.slice(0, index).split('\n').length,
    ]
    const snippet = { page, line, language, text: body, before }
    if (key === 'file') return { ...snippet, file: value! }
    return key === undefined ? snippet : { ...snippet, notRun: value! }
  })
}

const pages = ['README.md', ...readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))].map((name) =>
  name === 'README.md' ? name : join('docs', name),
)

/** What `npx assay` and `npm start` are for somebody who has built the repository. */
const programs = (folder: string): string => {
  const bin = join(folder, '.bin')
  mkdirSync(bin)
  const script = (name: string, body: string) => writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  script(
    'npx',
    `[ "$1" = assay ] || { echo "npx $1 is not for a test" >&2; exit 9; }\nshift\nexec '${process.execPath}' '${assay}' "$@"`,
  )
  return bin
}

/** Shell as it stands; JavaScript that no shell snippet runs as a file is run as a module. */
const commandOf = ({ language, text, file }: Snippet): string => {
  if (language === 'sh') return text
  if (language !== 'js' || file !== undefined) return ''
  return `node --input-type=module <<'MODULE'\n${text}MODULE\n`
}

const scriptOf = (snippets: readonly Snippet[]): string =>
  snippets
    .filter(({ notRun }) => notRun === undefined)
    .map((snippet) => ({ ...snippet, command: commandOf(snippet) }))
    .filter(({ command }) => command !== '')
    .map(({ command, page, line }) => `: '${page}:${line}'\n${command}`)
    .join('\n')

const missingPrograms = (script: string): string[] =>
  ['python3', 'java', 'curl'].filter(
    (name) => new RegExp(`^${name} `, 'm').test(script) && spawnSync('which', [name]).status !== 0,
  )

type Outcome = { code: number | null; output: string }

/** Runs a page's script in a folder of its own; stops whatever it left running. */
const run = async (t: Test, snippets: readonly Snippet[]): Promise<Outcome> => {
  const folder = t.testdir({})
  const bin = programs(folder)
  // `assay/simulator` is imported by its name, as from an installed package.
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules', 'assay'))
  for (const { file, text } of snippets) if (file !== undefined) writeFileSync(join(folder, file), text)
  writeFileSync(join(folder, 'page.sh'), `set -euo pipefail\n${scriptOf(snippets)}`)
  const { CI: _ci, ...env } = process.env
  const child = spawn('bash', ['-x', 'page.sh'], {
    cwd: folder,
    env: { ...env, NODE_OPTIONS: '', PATH: `${bin}${delimiter}${process.env['PATH']}` },
    detached: true,
  })
  // What the page left running would hold its output open.
  const stop = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // Nothing of the group is left.
    }
  }
  child.once('exit', stop)
  t.teardown(stop)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const [code] = await ended(child)
  return { code, output }
}

/** What differs from run to run. */
const steady = (line: string): string => line.replaceAll(/\b(?:ord_\w+|x\d+)\b/g, '…').trim()

t.test('what a page shows of the output is what the command prints', async (t) => {
  const snippets = snippetsOf('README.md')
  const { output } = await run(t, snippets)
  const printed = new Set(output.split('\n').map(steady))
  const samples = snippets.filter(({ language }) => language === 'text')
  t.ok(samples.length > 0)
  for (const line of samples.flatMap(({ text }) => text.split('\n'))) t.ok(printed.has(steady(line)), line)
})

t.test('every snippet is of a language that this test runs, parses or takes for output', async (t) => {
  for (const { page, line, language, text, notRun } of pages.flatMap(snippetsOf)) {
    t.ok(languages.has(language), `${page}:${line} is ${language || 'without a language'}`)
    if (notRun !== undefined) t.match(notRun, /\w+ \w+/, `${page}:${line} says why it is not run`)
    if (language === 'yaml') t.doesNotThrow(() => parse(text), `${page}:${line}`)
    if (language === 'json') t.doesNotThrow(() => JSON.parse(text), `${page}:${line}`)
  }
})

t.test(
  'the text before a sample names the file that the sample is written to, as readers see no comment',
  async (t) => {
    const named = pages.flatMap(snippetsOf).filter(({ file }) => file !== undefined)
    t.ok(named.length > 0)
    for (const { page, line, before, file } of named) t.ok(before.includes(`\`${file}\``), `${page}:${line} ${file}`)
  },
)

t.test('every link to a file of the repository leads somewhere', async (t) => {
  for (const page of pages)
    for (const [, link] of readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g))
      if (!/^https?:/.test(link!)) t.ok(existsSync(resolve(root, dirname(page), link!)), `${page} links to ${link}`)
})

t.test('the README is short', async (t) => {
  t.ok(readFileSync(join(root, 'README.md')).length <= 6144, 'at most 6 kB')
})

// Those of the README are run with its samples, above.
const others = pages.filter((name) => name !== 'README.md')
const hasCommands = (page: string): boolean => scriptOf(snippetsOf(page)) !== ''
const tried = new Set(sampled(others.filter(hasCommands), 7))
for (const page of others.filter((name) => tried.has(name) || !hasCommands(name)))
  t.test(`the snippets of ${page}`, async (t) => {
    const snippets = snippetsOf(page)
    t.strictSame(missingPrograms(scriptOf(snippets)), [], 'the programs that the page calls are installed')
    const { code, output } = await run(t, snippets)
    t.equal(code, 0, output.slice(-3000))
  })

t.test('a snippet that fails is seen, also before one that passes', async (t) => {
  const { code } = await run(t, [{ page: 'x.md', line: 1, language: 'sh', text: 'false\ntrue\n', before: '' }])
  t.equal(code, 1)
})
