// Kept connections, one pool for an origin at checked addresses: what dials never resolves a name on its own.
import { createRequire } from 'node:module'
import type { LookupFunction, Socket } from 'node:net'
import type * as Undici from 'undici'
import type { Pool, buildConnector } from 'undici'
import type { Address, Checked } from './address-guard.ts'

const load = createRequire(import.meta.url)

/** Loaded for the first delivery: a simulator without a receiver sends nothing. */
const undici = (): typeof Undici => load('undici') as typeof Undici

type Connections = {
  to(origin: string, checked: Checked): Pool
  close(): Promise<void>
}

export type ConnectionOptions = {
  /** To one origin, at most. */
  connections: number
  /** Verify certificates on loopback too; elsewhere they always are. */
  verifyTls: boolean
}

/** What `buildConnector` makes, told in full: undici's types leave out that it gives the socket. */
type Dial = (...args: Parameters<buildConnector.connector>) => Socket

const MAX_POOLS = 64
/** Shorter than any receiver's own: a connection that the receiver is closing must not be taken for one that failed. */
const KEEP_ALIVE_MS = 1_000

/** A resolver that knows one answer. */
const pinned =
  (addresses: readonly Address[]): LookupFunction =>
  (_hostname, options, callback) => {
    const fits = addresses.filter(({ family }) => !options.family || options.family === family)
    const first = fits[0]
    if (options.all) callback(null, fits)
    else if (first) callback(null, first.address, first.family)
    else callback(Object.assign(new Error('no address of that family'), { code: 'ENOTFOUND' }), '', 0)
  }

export function createConnections({ connections, verifyTls }: ConnectionOptions): Connections {
  const pools = new Map<string, Pool>()
  const sockets = new Set<Socket>()

  /** Dials as undici does, and knows the sockets: a pool that is destroyed leaves one alone that is still connecting. */
  function connector({ addresses, loopback }: Checked): buildConnector.connector {
    const rejectUnauthorized = verifyTls || !loopback
    const dial = undici().buildConnector({
      lookup: pinned(addresses),
      rejectUnauthorized,
      autoSelectFamily: true,
      minVersion: 'TLSv1.2',
    }) as Dial
    return (options, callback) => {
      const socket = dial(options, callback)
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
  }

  const create = (origin: string, checked: Checked) =>
    new (undici().Pool)(origin, {
      connections,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      // The whole attempt has one time limit, which is not kept here.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: connector(checked),
    })

  return {
    to(origin, checked) {
      const key = [origin, ...checked.addresses.map(({ address }) => address)].join(' ')
      const pool = pools.get(key) ?? create(origin, checked)
      // The last used goes last, so that the first of the map is the one to let go.
      pools.delete(key)
      pools.set(key, pool)
      const [oldest] = pools
      if (pools.size > MAX_POOLS && oldest) {
        pools.delete(oldest[0])
        void oldest[1].close()
      }
      return pool
    },
    async close() {
      const all = [...pools.values()]
      pools.clear()
      for (const socket of sockets) socket.destroy(new Error('closed'))
      await Promise.all(all.map((pool) => pool.destroy()))
    },
  }
}
