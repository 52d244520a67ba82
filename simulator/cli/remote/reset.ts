// `assay reset`: everything in a running simulator as it was at its start, but for the clock and snapshots.
import type { Command } from 'commander'
import { remoteCommand } from './remote-command.ts'

export const resetCommand = (): Command =>
  remoteCommand(
    'reset',
    'Puts everything in a running simulator back as it was at its start, but for the clock and snapshots.',
    async (control, { write }) => {
      const { now } = await control.call<{ now: string }>('POST', '/reset')
      write(`Everything is as it was at the start; domain time is ${now}.\n`)
    },
  )
