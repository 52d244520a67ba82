// Waits for what a run under way writes into its record: each write is looked at when it comes.
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, watch } from 'node:fs'
import { join } from 'node:path'

/** How often an event of that type is in the text of a record. */
export const countOf = (type: string, text: string): number => text.split(`"type":"${type}"`).length - 1

/** @param directory of the reports of the run, which is there already. @throws when the run ends before */
export const untilRecorded = async (
  directory: string,
  child: ChildProcess,
  isSo: (text: string) => boolean,
): Promise<void> => {
  const file = join(directory, 'run.ndjson')
  const over = new AbortController()
  try {
    await new Promise<void>((resolve, reject) => {
      const look = () => {
        if (existsSync(file) && isSo(readFileSync(file, 'utf8'))) resolve()
      }
      watch(directory, { signal: over.signal }, look)
      child.once('close', () => reject(new Error(`the run in ${directory} ended too soon`)))
      look()
    })
  } finally {
    over.abort()
  }
}
