// Where a command prints: the output that its commander command has, which a caller in the same process can set.
import type { Command } from 'commander'

export type Output = { out: (text: string) => void; err: (text: string) => void }

export const outputOf = (command: Command): Output => {
  const { writeOut, writeErr } = command.configureOutput()
  return { out: (text) => writeOut!(text), err: (text) => writeErr!(text) }
}
