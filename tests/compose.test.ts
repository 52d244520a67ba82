// The compose file: what it names exists, and its two services work together, as processes with the environment that it gives them.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import { parse } from 'yaml'
import { simulateOptions } from '../simulator/cli/command.ts'
import { root } from './places.ts'
import { startAssay } from './run-assay.ts'
import { ended } from './wait-for.ts'

type Service = {
  build?: { context: string; dockerfile: string }
  command?: string[]
  environment: Record<string, string>
  ports?: string[]
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
}

const file = join(root, 'examples', 'compose', 'compose.yaml')
const { services } = parse(readFileSync(file, 'utf8')) as { services: Record<'assay' | 'lender', Service> }
const { assay, lender } = services
const image = readFileSync(join(root, 'Containerfile'), 'utf8')

t.test('what the compose file and the image name is there', async (t) => {
  t.ok(existsSync(join(dirname(file), assay.build!.context, assay.build!.dockerfile)))
  const options = new Map(simulateOptions.map((option) => [option.envVar, option]))
  for (const [name, value] of Object.entries(assay.environment)) {
    const option = options.get(name)
    t.ok(option, name)
    if (option?.argChoices) t.ok(option.argChoices.includes(value), `${name}=${value}`)
  }
  for (const [, name, value] of image.matchAll(/\b(ASSAY_\w+)=(\S+)/g)) {
    const option = options.get(name)
    if (name === 'ASSAY_REPORT_DIR') continue
    t.ok(option, name!)
    if (option?.argChoices) t.ok(option.argChoices.includes(value!), `${name}=${value}`)
  }
  const [, ...exposed] = /^EXPOSE (\d+) (\d+)$/m.exec(image)!
  t.strictSame(
    assay.ports!.map((one) => one.split(':')),
    exposed.map((port) => ['127.0.0.1', port, port]),
    'each port of the image is published on this machine alone',
  )
  const defaults = ['ASSAY_PORT', 'ASSAY_CONTROL_PORT'].map((name) => String(options.get(name)!.defaultValue))
  t.strictSame(exposed, defaults)
  const [folder, mounted] = lender.volumes![0]!.split(':')
  const script = lender.command!.at(-1)!
  t.ok(existsSync(join(dirname(file), folder!, script.slice(mounted!.length))))
  t.equal(new URL(lender.environment['SERVICE_URL']!).host, `assay:${exposed[0]}`)
  t.equal(lender.depends_on!['assay']!.condition, 'service_healthy')
  t.match(image, /^HEALTHCHECK /m)
})

t.test('the lender of the compose file gets its report', async (t) => {
  const fromImage = Object.fromEntries(
    [...image.matchAll(/\b(ASSAY_\w+)=(\S+)/g)].map(([, name, value]) => [name, value!]),
  )
  const token = 'a-token-of-this-test'
  const env = { ...fromImage, ...assay.environment, ASSAY_CONTROL_TOKEN: token, ASSAY_CLOCK: 'manual' }
  const simulator = startAssay(['simulate', '--port', '0', '--control-port', '0'], { env })
  t.teardown(() => simulator.child.kill('SIGKILL'))
  await simulator.until(/"ready":true.*\n/)
  const [, line] = /^(\{"ready":true.*)$/m.exec(simulator.text())!
  const ready = JSON.parse(line!) as { sandbox_base_url: string; control_url: string }
  const own = { SERVICE_URL: ready.sandbox_base_url, OWN_HOST: '127.0.0.1', OWN_PORT: '0' }
  const app = spawn(process.execPath, [join(dirname(file), 'lender', 'app.mjs')], {
    env: { ...process.env, NODE_OPTIONS: '', ...lender.environment, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.teardown(() => app.kill('SIGKILL'))
  const gone = ended(app)
  let trouble = ''
  app.stderr.on('data', (chunk: Buffer) => (trouble += chunk.toString()))
  const lines: string[] = []
  for await (const one of createInterface({ input: app.stdout })) {
    lines.push(one)
    if (!one.startsWith('order ')) continue
    const answer = await fetch(`${ready.control_url}/clock/advance`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ until: 'idle' }),
    })
    t.equal(answer.status, 200, await answer.text())
  }
  const [code] = await gone
  t.equal(code, 0, trouble)
  t.ok(lines.includes('event order.completed'))
  t.ok(
    lines.some((one) => /^document .*: \d{4,} bytes$/.test(one)),
    lines.join('\n'),
  )
  t.match(
    simulator.text(),
    / cli_bluestem_sandbox {2}POST \/sandbox\/v1\/orders {2}201 /,
    'the image logs each request',
  )
})
