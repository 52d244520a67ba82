// Kept connections, a pool for each origin at checked addresses: what dials never resolves a name on its own.
import { createRequire } from 'node:module'
import type { LookupFunction, Socket } from 'node:net'
import { setImmediate } from 'node:timers'
import type * as Undici from 'undici'
import type { buildConnector } from 'undici'
import type { Address, Checked } from './address-guard.ts'
import { createPool } from './pool.ts'
import type { Pool } from './pool.ts'

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
  /** Real milliseconds that one is kept which nothing goes over. */
  keepAliveMs: number
}

/** What `buildConnector` makes, in full: undici's types leave out that it gives the socket. */
type Dial = (...args: Parameters<buildConnector.connector>) => Socket

const MAX_POOLS = 64

/** undici waits for the global one before it uses a connection again, and the fake timers of a test may never call it. */
const isFaked = (): boolean => globalThis.setImmediate !== setImmediate

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

export function createConnections({ connections, verifyTls, keepAliveMs }: ConnectionOptions): Connections {
  const pools = new Map<string, Pool>()
  const sockets = new Set<Socket>()
  /** Most attempts go where the one before them went, to a literal address, of which there is one judgement. */
  let last: { origin: string; checked: Checked; once: boolean; pool: Pool } | undefined

  /** Dials as undici does, and knows the sockets: a client that is destroyed leaves one alone that is still connecting. */
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

  /** `once`: a connection is used once. */
  function create(origin: string, checked: Checked, once: boolean) {
    const connect = connector(checked)
    const client = () =>
      new (undici().Client)(origin, {
        pipelining: once ? 0 : 1,
        keepAliveTimeout: keepAliveMs,
        keepAliveMaxTimeout: keepAliveMs,
        // The whole attempt has one time limit, which is not kept here.
        headersTimeout: 0,
        bodyTimeout: 0,
        connect,
      })
    return createPool(client, connections)
  }

  function find(origin: string, checked: Checked, once: boolean): Pool {
    const key = [origin, once, ...checked.addresses.map(({ address }) => address)].join(' ')
    const pool = pools.get(key) ?? create(origin, checked, once)
    // The last used goes last, so that the first of the map is the one to let go.
    pools.delete(key)
    pools.set(key, pool)
    const [oldest] = pools
    if (pools.size > MAX_POOLS && oldest) {
      pools.delete(oldest[0])
      oldest[1].retire()
    }
    return pool
  }

  return {
    to(origin, checked) {
      const once = isFaked()
      if (last?.origin !== origin || last.checked !== checked || last.once !== once)
        last = { origin, checked, once, pool: find(origin, checked, once) }
      return last.pool
    },
    async close() {
      const all = [...pools.values()]
      pools.clear()
      last = undefined
      for (const socket of sockets) socket.destroy(new Error('closed'))
      await Promise.all(all.map((pool) => pool.destroy()))
    },
  }
}
