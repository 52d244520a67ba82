// Whether an answer of ours leaves so late that its sender need not have had it in time: what the sender waited for before its request
// was read counts as well, and so does how long this process was kept from its work.
import type { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { retrySchedule } from '../contract/limits.ts'

type Peer = Pick<Socket, 'remoteAddress' | 'remotePort'>

type Lateness = {
  /** A connection was taken, and its handshake is over; a plain one has none. */
  came(socket: Socket): void
  secured(socket: Peer): void
  /** Of an answer that leaves now, to a request that was begun then. */
  isLate(socket: Peer, began: number): boolean
  close(): void
}

/** A second before a sender may give up: of what an answer takes on its way nothing is known here. */
const lateMs = (): number => 1000 * (retrySchedule().timeoutSeconds - 1)

/** How often the process is looked at. */
export const resolutionMs = 50

const nameOf = ({ remoteAddress, remotePort }: Peer): string => `${remoteAddress} ${remotePort}`

export const createLateness = (now: () => number): Lateness => {
  const cameAt = new Map<string, number>()
  const handshakes = new WeakMap<Peer, number>()
  // The machine may keep a sender from its work for as long: the worst of the run stands for what is not known.
  const kept = monitorEventLoopDelay({ resolution: resolutionMs })
  kept.enable()
  return {
    came(socket) {
      const name = nameOf(socket)
      cameAt.set(name, now())
      socket.once('close', () => cameAt.delete(name))
    },
    secured(socket) {
      handshakes.set(socket, now() - (cameAt.get(nameOf(socket)) ?? now()))
    },
    isLate: (socket, began) => now() - began + (handshakes.get(socket) ?? 0) + kept.max / 1e6 > lateMs(),
    close: () => void kept.disable(),
  }
}
