// `assay init` writes a profile that is right as it stands, and right with all that it has commented out.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { parse, stringify } from 'yaml'
import { initCommand } from '../conformance/cli/init.ts'
import { profileFromFile } from '../conformance/sut/profile-source.ts'
import { roles } from '../conformance/evidence/roles.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { callAssay, callCommand } from './call-command.ts'
import { loadFixture } from './fixture-files.ts'

const simulator = await createSimulator()
t.teardown(() => simulator.close())
const { client_id, client_secret } = simulator.profile().credentials.main
const env = { ASSAY_CLIENT_SECRET: client_secret, ASSAY_BASE_URL: undefined, ASSAY_CLIENT_ID: undefined }
const named = ['--base-url', simulator.sandboxUrl, '--client-id', client_id]

const validate = new Ajv2020({ strict: false }).compile(loadFixture('schemas/target-profile.schema.json'))

/** The schema that the first line names, as an editor would find it. */
const schemaNamedIn = (file: string): { $id?: string } => {
  const [, path] = /^# yaml-language-server: \$schema=(.+)\n/.exec(readFileSync(file, 'utf8')) ?? []
  return JSON.parse(readFileSync(resolve(dirname(file), path!), 'utf8')) as { $id?: string }
}

t.test('a profile is written once the target was tried', async (t) => {
  const file = join(t.testdir(), 'target.yaml')
  const { code, output } = await callAssay(['init', file, ...named], env)
  t.equal(code, 0, output)
  t.match(output, /Trying .* \(sandbox\)\n(.*\n)*.*npx assay conform/)
  const text = readFileSync(file, 'utf8')
  t.notOk(text.includes(client_secret) || output.includes(client_secret), 'the secret is neither written nor printed')
  t.equal(schemaNamedIn(file).$id, 'urn:assay:target-profile:1')
  t.ok(validate(parse(text)), JSON.stringify(validate.errors))
  const profile = profileFromFile(file, { ASSAY_CLIENT_SECRET: client_secret })
  t.strictSame(profile.credentials, { main: { client_id, client_secret, environment: 'sandbox' } })
  t.equal(profile.sandbox_base_url, simulator.sandboxUrl)

  const all = parse(text.replaceAll(/^( *)# (?=[a-z_]+: )/gm, '$1')) as { credentials: object }
  t.ok(validate(all), JSON.stringify(validate.errors))
  t.strictSame(
    Object.keys(all.credentials).toSorted(),
    Object.keys(roles).toSorted(),
    'every role is there to be filled in',
  )

  const judged = await callAssay(
    ['conform', file, '--report-dir', join(dirname(file), 'out'), '--only', 'account.identifies-the-credential'],
    env,
  )
  t.equal(judged.code, 0, judged.output.slice(-2000))
})

t.test('what is asked for at a terminal is used', async (t) => {
  const file = join(t.testdir(), 'target.yaml')
  const answers = [simulator.sandboxUrl, client_id]
  const asked: string[] = []
  const ask = async (question: string): Promise<string> => {
    asked.push(question)
    return answers.shift()!
  }
  const { code, output } = await callCommand(initCommand({ ask }), [file], { env })
  t.equal(code, 0, output)
  t.equal(asked.length, 2)
  t.notMatch(asked.join(' '), /secret/i)
  t.equal((parse(readFileSync(file, 'utf8')) as { sandbox_base_url: string }).sandbox_base_url, simulator.sandboxUrl)
})

t.test('nothing is written where something is wrong', async (t) => {
  const folder = t.testdir({ 'there.yaml': 'mine' })
  const file = join(folder, 'target.yaml')
  const there = join(folder, 'there.yaml')
  const cases: [what: string, exit: number, code: string, args: string[], env: Record<string, string | undefined>][] = [
    ['nobody to ask', 3, 'not_interactive', [file], env],
    ['nobody to ask for the client id', 3, 'not_interactive', [file, '--base-url', simulator.sandboxUrl], env],
    ['no secret', 3, 'missing_client_secret', [file, ...named], { ...env, ASSAY_CLIENT_SECRET: undefined }],
    ['a file that is there', 3, 'file_exists', [there, ...named], env],
    [
      'an address without a scheme',
      3,
      'unusable_base_url',
      [file, '--base-url', '127.0.0.1:1/v1', '--client-id', 'a'],
      env,
    ],
    ['a wrong secret', 2, 'credential_refused', [file, ...named], { ...env, ASSAY_CLIENT_SECRET: 'wrong' }],
  ]
  for (const [what, exit, code, args, variables] of cases) {
    const ran = await callAssay(['init', ...args], variables)
    t.equal(ran.code, exit, `${what}: ${ran.output}`)
    t.match(ran.output, new RegExp(`^${code}: .+\\.$`, 'm'), what)
    t.notOk(existsSync(file), what)
  }
  t.equal(readFileSync(there, 'utf8'), 'mine')
  t.equal((await callAssay(['init', there, '--force', ...named], env)).code, 0)
  t.match(readFileSync(there, 'utf8'), 'sandbox_base_url')
})

t.test('the profile of a simulator fits the schema', async (t) => {
  const file = join(t.testdir(), 'target.yaml')
  writeFileSync(file, stringify(simulator.profile()))
  t.ok(validate(parse(readFileSync(file, 'utf8'))), JSON.stringify(validate.errors))
})
