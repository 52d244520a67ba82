// A signal that ends the lab ends the proxy or the receiver that it has started.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { freePort } from './program.ts'

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => (socket.destroy(), resolve(true))).once('error', () => resolve(false))
  })

const program = `require('node:http').createServer().listen(process.env.LAB_PORT, '127.0.0.1')`

const lab = (port: number): string => `
  import { withProgram } from ${JSON.stringify(new URL('program.js', import.meta.url).href)}
  const workshop = { folder: '.', command: [process.execPath, '-e', ${JSON.stringify(program)}], versions: {} }
  await withProgram(workshop, ${port}, {}, () => new Promise(() => setInterval(() => console.log('judging'), 10)))
`

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  t.test(`${signal} leaves no program of the lab`, async (t) => {
    const port = await freePort()
    const args = ['--input-type=module', '-e', lab(port)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    t.equal(await answers(port), true)
    child.kill(signal)
    await once(child, 'exit')
    // Red is a test that does not end: the program goes on answering.
    while (await answers(port)) await turn()
  })
