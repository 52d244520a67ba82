// A simulator, and the command of `assay exec`, end with the npx, npm exec or npm run that started it, however that ended, and stays where a script sent it to the background.
import { spawn } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { Test } from 'tap'
import { startSimulator } from '../../simulator/start/start-simulator.ts'
import { assay } from '../places.ts'
import { ended, firstLine, happens } from '../wait-for.ts'

const simulate = 'assay simulate --port 0 --control-port 0'
const exec = 'assay exec -- node wait.mjs'

const scripts = {
  sim: simulate,
  exec,
  // `cat` ends with the test.
  background: `${simulate} & cat`,
  session: `setsid ${simulate} & cat`,
}

/** A project that has assay installed. */
const project = (t: Test): string => {
  const folder = t.testdir({
    'wait.mjs': 'console.log(JSON.stringify({ pid: process.pid })); setInterval(() => undefined, 1000)',
    'package.json': JSON.stringify({ name: 'project', scripts }),
    node_modules: { '.bin': { assay: `#!/bin/sh\nexec '${process.execPath}' '${assay}' "$@"\n` } },
  })
  chmodSync(join(folder, 'node_modules', '.bin', 'assay'), 0o755)
  return folder
}

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const start = async (t: Test, cwd: string, command: string) => {
  const [name, ...args] = command.split(' ')
  const child = spawn(name!, args, { cwd })
  child.stderr.resume()
  t.teardown(() => child.kill('SIGKILL'))
  const { pid } = JSON.parse(await firstLine(child)) as { pid: number }
  t.teardown(() => runs(pid) && process.kill(pid, 'SIGKILL'))
  return { child, pid }
}

t.test('it ends with the command that started it', async (t) => {
  const cwd = project(t)
  const commands = [`npx --no-install ${simulate}`, `npm exec -- ${simulate}`, 'npm run --silent sim']
  const ofExec = [`npx --no-install ${exec}`, 'npm run --silent exec']
  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    for (const command of [...commands, ...ofExec]) {
      const { child, pid } = await start(t, cwd, command)
      child.kill(signal)
      // Their output is at its end when the simulator, too, has closed it; its number goes when it is collected.
      await ended(child)
      while (runs(pid)) await sleep(50)
      t.pass(`${command} after ${signal}`)
    }
})

t.test('assay listen ends, too', async (t) => {
  const cwd = project(t)
  const simulator = await startSimulator({ port: 0, controlPort: 0 })
  t.teardown(() => simulator.close())
  const args = ['--no-install', 'assay', 'listen', '--control-url', simulator.controlUrl]
  const child = spawn('npx', [...args, '--forward-to', 'http://127.0.0.1:9/'], { cwd })
  child.stderr.resume()
  t.teardown(() => child.kill('SIGKILL'))
  t.match(await firstLine(child), /^Deliveries of /)
  child.kill('SIGKILL')
  await ended(child)
  t.pass('its output is at its end')
})

t.test('it stays where the script put it beside something else, or in a session of its own', async (t) => {
  const cwd = project(t)
  for (const script of ['background', 'session']) {
    const { child, pid } = await start(t, cwd, `npm run --silent ${script}`)
    const over = happens(child, 'exit')
    child.kill('SIGKILL')
    await over
    await sleep(2_000)
    t.ok(runs(pid), script)
    child.stdin.destroy()
  }
})
