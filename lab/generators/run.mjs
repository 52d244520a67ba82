// Makes a client with each generator of tools.yaml, compiles it, and lets it place an order and more against the simulator.
// node lab/generators/run.mjs [ID …]: some of them, all where none is named; --page writes docs/generated-clients.md alone.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../../', import.meta.url))
const { tools } = parse(readFileSync(`${here}tools.yaml`, 'utf8'), { merge: true })
const { constructs } = parse(readFileSync(`${here}constructs.yaml`, 'utf8'))
const results = JSON.parse(readFileSync(`${here}results.json`, 'utf8'))
const steps = ['token', 'place', 'read', 'list', 'statuses', 'upload', 'download', 'feed', 'refusal', 'event']

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

const tryTool = ({ id, version, setup, generate, compile, run }, env) => {
  const cwd = `${root}.cache/generators/${id}`
  rmSync(cwd, { recursive: true, force: true })
  mkdirSync(cwd, { recursive: true })
  const given = {
    ...process.env,
    ...env,
    DOC: `${root}fixtures/openapi.yaml`,
    CLIENTS: `${here}clients`,
    CLIENT: `${here}clients/${id}`,
  }
  const call = (command) => spawnSync('bash', ['-c', command], { cwd, env: given, encoding: 'utf8', timeout: 900_000 })
  for (const [stage, command] of [
    ...setup.map((one) => ['setup', one]),
    ['generate', generate],
    ['compile', compile],
  ]) {
    const { status, stdout, stderr } = call(command)
    if (status !== 0) return { version, failed: stage, said: `${stdout}${stderr}`.slice(-1000), steps: {} }
  }
  spawnSync('cp', [`${here}clients/event.json`, cwd])
  const lines = call(run).stdout.split('\n')
  const found = lines.flatMap((line) =>
    /^(ok|failed) (\w+)(?: (.*))?$/.exec(line)?.slice(1) ? [/^(ok|failed) (\w+)/.exec(line)] : [],
  )
  return { version, steps: Object.fromEntries(found.map(([, outcome, step]) => [step, outcome])) }
}

const cell = (result, step) =>
  ({ ok: 'yes', failed: '**no**' })[result?.steps[step]] ?? (result?.failed ? `**${result.failed}**` : '–')

const page = () => `# Clients made from the OpenAPI document

\`fixtures/openapi.yaml\` was given to each of these generators; the client was compiled, and called against the simulator. _statuses_ is a list
filtered by two statuses, _refusal_ the typed body of a 409, _event_ a delivered event read as its model. \`node lab/generators/run.mjs\` does it
again and writes this page; \`lab/generators/clients/\` has the programs.

| generator | version | language | ${steps.join(' | ')} |
| --- | --- | --- | ${steps.map(() => '---').join(' | ')} |
${tools.map(({ id, tool, version, language }) => `| ${tool} | ${version} | ${language} | ${steps.map((step) => cell(results[id], step)).join(' | ')} |`).join('\n')}

## What to give each

| generator | options | what it cannot do |
| --- | --- | --- |
${tools.map(({ tool, language, flags, limits }) => `| ${tool}, ${language} | ${flags.trim() || '–'} | ${limits.trim() || '–'} |`).join('\n')}

## What the document does without

Each of these is valid OpenAPI and breaks a generator; \`tests/generator-constructs.test.ts\` keeps them out.

| construct | seen with | what happens | in its place |
| --- | --- | --- | --- |
${constructs.map(({ construct, tools: seen, symptom, instead }) => `| ${construct} | ${seen.join('; ')} | ${symptom} | ${instead} |`).join('\n')}
`

const given = process.argv.slice(2)
if (!given.includes('--page')) {
  mkdirSync(`${root}.cache/generators`, { recursive: true })
  const { stop, env } = await startSimulator()
  for (const tool of tools.filter(({ id }) => given.length === 0 || given.includes(id))) {
    results[tool.id] = tryTool(tool, env)
    console.log(tool.id, JSON.stringify(results[tool.id]))
  }
  stop()
  writeFileSync(`${here}results.json`, `${JSON.stringify(results, null, 2)}\n`)
}
writeFileSync(`${root}docs/generated-clients.md`, page())
spawnSync('npx', ['prettier', '--write', 'docs/generated-clients.md', 'lab/generators/results.json'], { cwd: root })
