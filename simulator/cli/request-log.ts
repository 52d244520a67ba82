// The request log of `assay simulate`: a line for each request, for people, or as JSON.
import { fstatSync } from 'node:fs'
import { isatty } from 'node:tty'
import { pino } from 'pino'
import type { OnRequest, RequestSeen } from '../engine/request-seen.ts'

export const requestLogs = ['auto', 'lines', 'json', 'none'] as const
export type RequestLog = (typeof requestLogs)[number]

/** A caller chooses its id in a token request, and a terminal obeys what is sent to it. */
const plain = (text: string): string => text.replaceAll(/[^\x21-\x7e]|#/g, '?').slice(0, 300)

export const lineOf = ({ at, clientId, method, path, status, ms, code, fault }: RequestSeen): string =>
  [
    new Date(at).toISOString().slice(11),
    clientId === null ? '-' : plain(clientId),
    `${method} ${plain(path)}`,
    status ?? 'no answer',
    `${ms} ms`,
    ...(code === null ? [] : [code]),
    ...(fault === null ? [] : [`fault ${fault}`]),
  ].join('  ')

/** Nobody may read a pipe, and a full one would stop the simulator: lines go to a terminal or a file unless asked for. */
const isRead = (fd: number): boolean => {
  try {
    return isatty(fd) || fstatSync(fd).isFile()
  } catch {
    return false
  }
}

/** Standard error without waiting for it; what does not fit while nobody reads is left out. */
const destination = () => pino.destination({ dest: 2, sync: false, maxLength: 1_000_000 })

/** @param isLogged whether the log itself has an entry for each request */
export const requestLog = (kind: RequestLog, isLogged: boolean): OnRequest | undefined => {
  if (kind === 'none' || (kind === 'auto' && (isLogged || !isRead(2)))) return undefined
  if (kind === 'json') {
    const log = pino({ level: 'info' }, destination())
    return ({ clientId, at: _at, ...seen }) => log.info({ client_id: clientId, ...seen }, 'request')
  }
  const out = destination()
  return (seen) => void out.write(`${lineOf(seen)}\n`)
}
