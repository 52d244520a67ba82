// Makes a client with each generator of tools.yaml, compiles it, and lets it place an order and more against the simulator.
// node lab/generators/run.mjs [ID …]: some of them, all where none is named; --page writes docs/generated-clients.md alone,
// --document FILE tries another document and writes nothing, --before FILE tries an older one beside the present one, for the second table.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve as absolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { startNewer } from './newer.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../../', import.meta.url))
const { tools } = parse(readFileSync(`${here}tools.yaml`, 'utf8'), { merge: true })
const { constructs } = parse(readFileSync(`${here}constructs.yaml`, 'utf8'))
const results = JSON.parse(readFileSync(`${here}results.json`, 'utf8'))
const steps = [
  'token',
  'place',
  'read',
  'list',
  'statuses',
  'upload',
  'download',
  'feed',
  'refusal',
  'event',
  'new_field',
]

/** A simulator of its own, with a credential. */
const startSimulator = () =>
  new Promise((resolve, reject) => {
    const profile = `${root}.cache/generators/profile.yaml`
    const child = spawn('node', [`${root}dist/assay.js`, 'simulate', '--port', '0', '--profile-out', profile])
    const timer = setTimeout(() => reject(new Error('The simulator must start within two minutes.')), 120_000)
    child.once('exit', () => reject(new Error('The simulator ended before it was asked anything.')))
    child.stdout.on('data', (part) => {
      if (!String(part).includes('sandbox')) return
      clearTimeout(timer)
      const { sandbox_base_url: base, credentials } = parse(readFileSync(profile, 'utf8'))
      const { client_id: id, client_secret: secret } = credentials.main
      resolve({ stop: () => child.kill(), env: { BASE_URL: base, CLIENT_ID: id, CLIENT_SECRET: secret } })
    })
  })

const tryTool = async ({ id, version, setup, generate, compile, run }, env, document, folder = id) => {
  const cwd = `${root}.cache/generators/${folder}`
  rmSync(cwd, { recursive: true, force: true })
  mkdirSync(cwd, { recursive: true })
  const given = {
    ...process.env,
    ...env,
    DOC: document,
    CLIENTS: `${here}clients`,
    CLIENT: `${here}clients/${id}`,
  }
  const call = (command) =>
    new Promise((resolve) => {
      const child = spawn('bash', ['-c', command], {
        cwd,
        env: given,
        timeout: 900_000,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let [printed, complained] = ['', '']
      child.stdout.on('data', (part) => (printed += part))
      child.stderr.on('data', (part) => (complained += part))
      child.on('close', (status) => resolve({ status, printed, complained, said: printed + complained }))
    })
  for (const [stage, command] of [
    ...setup.map((one) => ['setup', one]),
    ['generate', generate],
    ['compile', compile],
  ]) {
    const { status, said } = await call(command)
    if (status !== 0) return { version, failed: stage, said: said.slice(-1000), steps: {} }
  }
  spawnSync('cp', [`${here}clients/event.json`, cwd])
  const { printed, complained } = await call(run)
  const found = [...printed.matchAll(/^(ok|failed) (\w+)/gm)]
  if (found.length === 0) return { version, failed: 'start', said: complained.slice(-1000), steps: {} }
  return { version, steps: Object.fromEntries(found.map(([, outcome, step]) => [step, outcome])) }
}

const cell = (result, step) =>
  ({ ok: 'yes', failed: '**no**' })[result?.steps[step]] ?? (result?.failed ? `**${result.failed}**` : '–')

const sentence = (text) => text.trim().replace(/\.?$/, '.')

/** What failed stands in the log; its paths are those of one machine. */
const kept = ({ version, failed, steps: done }) => ({ version, failed, steps: done })

/** In a few words: where it ended, or which steps it could not do. */
const outcomeOf = ({ failed, steps: done }) => {
  if (failed) return `ends at _${failed}_`
  const missed = Object.keys(done).filter((step) => done[step] === 'failed')
  if (missed.length === 0) return 'all'
  return missed.length === Object.keys(done).length ? 'nothing' : `all but ${missed.join(', ').replaceAll('_', ' ')}`
}

const page = () => `# Clients made from the OpenAPI document

This page shows which client generators work with \`fixtures/openapi.yaml\`, and what to set in each. Each client was generated, compiled, and called against
the simulator:

- _statuses_: a list filtered by two statuses,
- _refusal_: the typed body of a 409,
- _event_: a delivered event read as its model,
- _new field_: an order with fields that the document does not have, which clients must ignore.

\`node lab/generators/run.mjs\` repeats everything and writes this page; \`lab/generators/clients/\` has the programs.

| generator | version | language | ${steps.map((step) => step.replace('_', ' ')).join(' | ')} |
| --- | --- | --- | ${steps.map(() => '---').join(' | ')} |
${tools.map(({ id, tool, version, language }) => `| ${tool} | ${version} | ${language} | ${steps.map((step) => cell(results[id], step)).join(' | ')} |`).join('\n')}

## Before and now

The document was adapted to generators. This table compares the steps above on the document before that and on the present one, with the same programs. _compile_ is
that of the client and of the program that calls it. The last section lists the constructs that were the reason.

| generator | language | before | now |
| --- | --- | --- | --- |
${tools.map(({ id, tool, language }) => `| ${tool} | ${language} | ${outcomeOf(results.before[id])} | ${outcomeOf(results[id])} |`).join('\n')}

## What to set in each

${tools
  .filter(({ flags, limits }) => flags || limits)
  .map(({ tool, language, flags, limits }) => {
    const cannot = limits.trim() && ` _Limits:_ ${sentence(limits)}`
    return `- **${tool}, ${language}**: ${flags.trim() ? sentence(flags) : 'nothing.'}${cannot}`
  })
  .join('\n')}

## Lint, and the events alone

\`npm run lint:openapi\` runs Redocly with \`lab/generators/redocly.yaml\`, and finds nothing. With its defaults Redocly warns 54 times, for two reasons. The
contract names no address, so the servers are of \`example.com\` (2). And its rule for examples treats every schema as closed, also \`then\` and the parts of an
\`allOf\`, so that examples of such schemas have fields that it does not expect (52). By JSON Schema these examples are valid (\`tests/openapi.test.ts\`).

\`node lab/generators/asyncapi.mjs FILE\` writes the webhooks as an AsyncAPI 3.1 document, which @asyncapi/parser validates.

## What the document avoids

Each of these constructs is valid OpenAPI, but breaks a generator. \`tests/generator-constructs.test.ts\` forbids them.

${constructs.map(({ construct, tools: seen, symptom, instead }) => `- **${construct}** ${symptom} _Instead:_ ${instead} (${seen.join(', ')})`).join('\n')}
`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { page: { type: 'boolean' }, document: { type: 'string' }, before: { type: 'string' } },
})
if (!options.page) {
  mkdirSync(`${root}.cache/generators`, { recursive: true })
  const { stop, env } = await startSimulator()
  const newer = await startNewer(env.BASE_URL)
  const document = options.document ? absolute(options.document) : `${root}fixtures/openapi.yaml`
  for (const tool of tools.filter(({ id }) => positionals.length === 0 || positionals.includes(id))) {
    const result = await tryTool(tool, { ...env, NEW_URL: newer.base }, document)
    if (!options.document) results[tool.id] = kept(result)
    console.log(tool.id, JSON.stringify(result))
    if (!options.before) continue
    const before = await tryTool(tool, { ...env, NEW_URL: newer.base }, absolute(options.before), `${tool.id}-before`)
    results.before = { ...results.before, [tool.id]: kept(before) }
    console.log(`${tool.id} before`, JSON.stringify(before))
  }
  newer.stop()
  stop()
  if (options.document) process.exit(0)
  writeFileSync(`${here}results.json`, `${JSON.stringify(results, null, 2)}\n`)
}
writeFileSync(`${root}docs/generated-clients.md`, page())
spawnSync('npx', ['prettier', '--write', 'docs/generated-clients.md', 'lab/generators/results.json'], { cwd: root })
