// `assay stop`: ends a running simulator, and comes back when its port is free again.
import type { Command } from 'commander'
import { setTimeout as sleep } from 'node:timers/promises'
import { RemoteError, type ControlClient } from './control-client.ts'
import { remoteCommand } from './remote-command.ts'

const patienceMs = 15_000
const betweenMs = 50

const isGone = async (control: ControlClient): Promise<boolean> => {
  try {
    await control.call('GET', '/livez')
    return false
  } catch (error) {
    return (error as RemoteError).code === 'control_unreachable'
  }
}

const waitUntilGone = async (control: ControlClient, pid: number): Promise<void> => {
  const end = Date.now() + patienceMs
  while (!(await isGone(control))) {
    if (Date.now() > end) {
      const message = `The simulator at ${control.url} (process ${pid}) still answers after ${patienceMs / 1000} s; end the process itself.`
      throw new RemoteError('still_running', message, 1)
    }
    await sleep(betweenMs)
  }
}

export const stopCommand = (): Command =>
  remoteCommand('stop', 'Ends a running simulator, and waits until it has ended.', async (control, { write }) => {
    const { pid } = await control.call<{ pid: number }>('POST', '/stop')
    await waitUntilGone(control, pid)
    write(`The simulator at ${control.url} (process ${pid}) has ended.\n`)
  })
