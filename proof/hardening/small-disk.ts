// A disk of some megabytes that fills up, and one that cannot be written to: in a mount namespace of its own, which needs no privilege.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { minimal } from '../../tests/simulator/samples.ts'
import { ended, firstLine } from '../../tests/wait-for.ts'
import { notHere, outcome } from './attack.ts'
import type { Attack } from './attack.ts'
import { upload } from './kills.ts'
import { endWithin, type Lab, type Simulator } from './lab.ts'

type Disk = { path: string; within: string[]; remount: (options: string) => void }

/** Null where no such namespace may be made. */
const diskOf = async (lab: Lab, options: string): Promise<Disk | null> => {
  const path = join(lab.folder, 'disk')
  mkdirSync(path)
  const script = `mount -t tmpfs -o ${options} none "$0" && echo mounted && exec sleep 600`
  const holder = spawn('unshare', ['-Urm', 'sh', '-c', script, path])
  const over = ended(holder)
  lab.teardown(async () => {
    holder.kill('SIGKILL')
    await over
  })
  const said = await Promise.race([firstLine(holder), over.then(() => '')]).catch(() => '')
  if (said.trim() !== 'mounted') return null
  const within = ['nsenter', '-t', String(holder.pid), '-U', '-m', '--preserve-credentials', '--']
  const remount = (more: string): void => {
    const mount = ['mount', '-t', 'tmpfs', '-o', `remount,${more}`, 'none', path]
    execFileSync(within[0]!, [...within.slice(1), ...mount])
  }
  return { path, within, remount }
}

const noNamespace = notHere('no mount namespace may be made')

const documentsOf = async (simulator: Simulator, order: string): Promise<string[]> => {
  const answer = await simulator.lender('GET', `/orders/${order}`)
  return simulator.parsed<{ documents?: { id: string }[] }>(answer).documents?.map(({ id }) => id) ?? []
}

export const smallDisk: Attack[] = [
  {
    id: 'Small disk',
    sent: 'uploads of 200 KB until a disk of 4 MB is full, then kill -9, a start on the full disk, and one with room',
    first: 'not tried',
    bound: 'what was acknowledged is there, the others are answered 5xx, and all goes on once there is room',
    make: async (lab) => {
      const disk = await diskOf(lab, 'size=4m')
      if (disk === null) return noNamespace
      const start = (): Promise<Simulator> =>
        lab.simulatorWithin(disk.within, '--data', join(disk.path, 'world.ndjson'))
      const before = await start()
      const order = await before.order()
      const kept: string[] = []
      const refusals: number[] = []
      for (let n = 0; n < 60 && refusals.length < 5; n += 1) {
        const answer = await before.lender('POST', `/orders/${order}/documents`, upload(`${n} ${'x'.repeat(200_000)}`))
        if (answer.status === 201) kept.push(before.parsed<{ id: string }>(answer).id)
        else refusals.push(answer.status)
      }
      const areRead = (await before.lender('GET', '/orders')).status === 200
      await before.kill()
      const onFull = await start().catch((error: Error) => error.message.trim())
      const isOneSentence = typeof onFull !== 'string' || /^\w+: [^\n]+$/.test(onFull)
      if (typeof onFull !== 'string') await onFull.kill()
      disk.remount('rw,size=32m')
      const after = await start()
      const there = await documentsOf(after, order)
      const lost = kept.filter((id) => !there.includes(id)).length
      const again = await after.lender('POST', `/orders/${order}/documents`, upload('y'.repeat(200_000)))
      const said = `${kept.length} taken, then ${[...new Set(refusals)].join(' and ')}; ${lost} lost; on the full disk it ${typeof onFull === 'string' ? `ends: ${onFull.split(':')[0]}` : 'starts'}; then ${again.status}`
      const held = kept.length > 5 && refusals.length === 5 && refusals.every((status) => status >= 500) && areRead
      return outcome(said, held && isOneSentence && lost === 0 && there.length === kept.length && again.status === 201)
    },
  },
  {
    id: 'Read-only disk',
    sent: '`--data` on a disk that is mounted read-only, and the same once it is not',
    first: 'not tried',
    bound: 'exit code 3 with one sentence; then 201',
    make: async (lab) => {
      const disk = await diskOf(lab, 'size=8m,ro')
      if (disk === null) return noNamespace
      const data = join(disk.path, 'world.ndjson')
      const running = lab.program(['simulate', '--port', '0', '--control-port', '0', '--data', data], {
        within: disk.within,
      })
      const end = await endWithin(running, 60)
      disk.remount('rw,size=8m')
      const simulator = await lab.simulatorWithin(disk.within, '--data', data)
      const then = (await simulator.lender('POST', '/orders', { body: JSON.stringify(minimal(Date.now())) })).status
      const isRefused = end?.code === 3 && /^\w+: [^\n]+\n$/.test(end.err)
      const said = `${end?.code ?? 'never ends'}, ${end?.err.split(':')[0]}; then ${then}`
      return outcome(said, isRefused && then === 201)
    },
  },
]
