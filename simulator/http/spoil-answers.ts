// What a fault does to a finished answer: its body is cut, or comes slowly.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from './exchange.ts'
import { writeHead, type Ready } from './ready-answer.ts'
import type { Services } from '../engine/services.ts'
import { endConnection } from './answer-lost.ts'

const pieces = 10

const breakOff = (exchange: Exchange, bytes: Buffer, kept: number): void => {
  exchange.faultError = 'truncated'
  exchange.res.flushHeaders()
  const written = bytes.subarray(0, Math.min(kept, bytes.length - 1))
  exchange.write(written, () => endConnection(exchange, 'what is written'))
}

const drip = async (exchange: Exchange, bytes: Buffer, milliseconds: number, closing: AbortSignal): Promise<void> => {
  const size = Math.ceil(bytes.length / pieces)
  for (let at = 0; at < bytes.length && !exchange.res.destroyed && !closing.aborted; at += size) {
    exchange.write(bytes.subarray(at, at + size))
    await sleep(milliseconds / pieces, undefined, { signal: closing, ref: false }).catch(() => undefined)
  }
  if (closing.aborted) endConnection(exchange, 'at once')
  else exchange.end()
}

/**
 * A call is asked for faults as it arrives: where there are none, its answer is none's.
 * @returns false where the answer is to be written as usual
 */
export const spoilAnswer = ({ faults }: Services, exchange: Exchange, ready: Ready): Promise<void> | boolean => {
  const { asked, fault: before } = exchange
  const struck = faults.areOff() || !asked ? undefined : faults.forCall('answered', asked, before)
  if (struck?.fault.kind !== 'drip' && struck?.fault.kind !== 'truncate') return false
  exchange.fault = struck.id
  const bytes = Buffer.from((ready.body ?? '') as string)
  writeHead(exchange, ready)
  const { fault } = struck
  if (fault.kind === 'drip') return drip(exchange, bytes, fault.milliseconds, faults.closing)
  breakOff(exchange, bytes, fault.bytes ?? Math.floor(bytes.length / 2))
  return true
}
