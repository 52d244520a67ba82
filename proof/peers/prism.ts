// Prism's validation proxy under the scripted client.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { walk, type Sent } from './client.ts'
import type { Complaint, Peer } from './peer.ts'
import { document, missingPackage, packageIn, root, versionOf } from './places.ts'
import { freePort } from './target.ts'

const modules = `${root}node_modules/`
const name = '@stoplight/prism-cli'

type Violation = { location?: string[]; code?: string | number; message?: string }

/** `--errors` puts what is wrong in the place of the answer. */
const violationsOf = ({ step, text }: Sent): Complaint[] => {
  if (!text.includes('stoplight.io/prism/errors')) return []
  const { validation = [], type = '' } = JSON.parse(text) as { validation?: Violation[]; type?: string }
  const shown = validation.length > 0 ? validation : [{ code: type.split('#').at(-1)! }]
  return shown.map(({ location = [], code, message = '' }) => ({
    operation: step.operation,
    kind: `${String(code)} ${message}`,
    place: `step ${step.id}, ${location.join('.')}`,
  }))
}

export const prism: Peer = {
  id: 'prism',
  title: 'Prism proxy under a scripted client',
  how: 'prism proxy --errors --validate-request false between a client of our own, which also awaits a status at each step, and the service',
  missing: () => missingPackage(name, modules),
  version: () => versionOf(name, modules),
  async start(base) {
    const port = await freePort()
    const args = [
      `${packageIn(name, modules)}dist/index.js`,
      'proxy',
      document,
      base,
      '--errors',
      '--validate-request',
      'false',
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
    ]
    const proxy = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, NODE_OPTIONS: '' },
    })
    process.once('exit', () => proxy.kill('SIGKILL'))
    await new Promise<void>((resolve, reject) => {
      proxy.stdout.on('data', (chunk: Buffer) => String(chunk).includes('listening') && resolve())
      proxy.on('exit', (code) => reject(new Error(`prism ended with ${code}`)))
    })
    return {
      examine: (target) => walk(`http://127.0.0.1:${port}`, target, violationsOf),
      async stop() {
        if (proxy.exitCode !== null) return
        proxy.kill('SIGKILL')
        await once(proxy, 'exit')
      },
    }
  },
}
