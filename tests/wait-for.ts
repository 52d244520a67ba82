// Waits of tests that cannot hang or fail by luck: what never comes is said at once, and what has come already is not missed.
import type { ChildProcess } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'

/** @throws when an error or the end comes first; an end that has come already is seen. */
export const happens = <Values extends unknown[] = unknown[]>(source: EventEmitter, event: string): Promise<Values> =>
  new Promise((resolve, reject) => {
    const fail = (why: string, cause?: unknown): void => {
      forget()
      reject(new Error(`'${event}' never came: ${why}`, { cause }))
    }
    const come = (...values: unknown[]): void => {
      forget()
      resolve(values as Values)
    }
    const onError = (error: unknown): void => fail(String(error), error)
    const onClose = (): void => fail('it was closed')
    const forget = (): void => {
      source.off(event, come).off('error', onError).off('close', onClose)
    }
    source.once(event, come).once('error', onError).once('close', onClose)
    if ((source as { closed?: boolean }).closed === true) onClose()
  })

/** A connection or stream has ended, however it did: a reset is an end too. */
export const closed = (source: EventEmitter & { closed?: boolean }): Promise<void> =>
  new Promise((resolve) => {
    // A listener that stays: a late error would be thrown otherwise.
    source.on('error', () => undefined)
    if (source.closed === true) resolve()
    else source.once('close', () => resolve())
  })

/** A process has ended, and all that it printed is read. @throws when it could not be started */
export const ended = (child: ChildProcess): Promise<[code: number | null, signal: NodeJS.Signals | null]> =>
  new Promise((resolve, reject) => {
    const isOver = child.exitCode !== null || child.signalCode !== null
    if (isOver && child.stdio.every((stream) => !stream || (stream as Readable).closed))
      resolve([child.exitCode, child.signalCode])
    child.once('error', reject)
    child.once('close', (code, signal) => resolve([code, signal]))
  })

/** The first line that it prints, whole. @throws when it ends without one */
export const firstLine = async (child: ChildProcess): Promise<string> => {
  const lines = createInterface({ input: child.stdout! })
  const [line] = await happens<[string]>(lines, 'line')
  // What is printed later is read, and dropped.
  child.stdout!.resume()
  return line
}
