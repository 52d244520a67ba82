// Whether an answer of ours leaves so late that its sender need not have had it in time: what the sender waited for before its request
// was read counts as well, and so does how long this process was kept from its work.
import type { Socket } from 'node:net'
import { retrySchedule } from '../contract/limits.ts'
import { watchStalls, type Stalls } from './stalls.ts'

type Peer = Pick<Socket, 'remoteAddress' | 'remotePort'>

type Lateness = {
  /** A connection was taken, and its handshake is over; a plain one has none. */
  came(socket: Socket): void
  secured(socket: Peer): void
  /** A request is begun: says of its answer, as it leaves, whether it is late. */
  begun(socket: Peer): () => boolean
  close(): void
}

/** A second before a sender may give up: of what an answer takes on its way nothing is known here. */
const lateMs = (): number => 1000 * (retrySchedule().timeoutSeconds - 1)

/** A sender that waits for a process which is kept from its work is served within this after it goes on. */
const backlogMs = 1_000

const nameOf = ({ remoteAddress, remotePort }: Peer): string => `${remoteAddress} ${remotePort}`

export const createLateness = (now: () => number, stalls: Stalls = watchStalls()): Lateness => {
  const cameAt = new Map<string, number>()
  const handshakes = new WeakMap<Peer, number>()
  return {
    came(socket) {
      const name = nameOf(socket)
      cameAt.set(name, now())
      socket.once('close', () => cameAt.delete(name))
    },
    secured(socket) {
      handshakes.set(socket, now() - (cameAt.get(nameOf(socket)) ?? now()))
    },
    begun(socket) {
      const began = now()
      const handshake = handshakes.get(socket) ?? 0
      const since = performance.now() - handshake - backlogMs
      // The machine may keep a sender from its work for as long as it kept us beside this request.
      return () => now() - began + handshake + stalls.longestSince(since) > lateMs()
    },
    close: () => stalls.close(),
  }
}
