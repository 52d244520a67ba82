// The command that shows the state of the system behind a receiver, run in a shell as often as it is looked at.
import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { CodedError } from '../contract/coded-error.ts'
import type { ReadState } from './effects.ts'

const run = promisify(exec)
const timeout = 10_000

/** The order stands in `ASSAY_ORDER_ID`. @throws CodedError state_not_shown */
export const stateCommand =
  (command: string): ((orderId: string) => ReadState) =>
  (orderId) =>
  async () => {
    try {
      return (await run(command, { timeout, env: { ...process.env, ASSAY_ORDER_ID: orderId } })).stdout
    } catch (error) {
      const { stderr = '', code } = error as { stderr?: string; code?: number }
      const said = stderr.trim().split('\n')[0]
      const message = `--state must be a command that prints the state and ends with 0, but it ended with ${code ?? 'a signal'}${said ? ` (${said})` : ''}; run it by hand.`
      throw new CodedError('state_not_shown', message)
    }
  }
