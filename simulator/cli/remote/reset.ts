// `assay reset`: everything in a running simulator as it was at its start; the clock and the snapshots stay.
import type { Command } from 'commander'
import { remoteCommand } from './remote-command.ts'

export const resetCommand = (): Command =>
  remoteCommand(
    'reset',
    'Resets a running simulator to its start; the clock and the snapshots stay.',
    async (control, { write }) => {
      const { now } = await control.call<{ now: string }>('POST', '/reset')
      write(`Everything but the clock and the snapshots is as it was at the start; domain time is still ${now}.\n`)
    },
  )
