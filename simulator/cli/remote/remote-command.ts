// A command that acts on a running simulator by its control port, and prints what came of it.
import { Command } from 'commander'
import { createControlClient, remoteOptions, type ControlClient, type RemoteFlags } from './control-client.ts'

type Act<Flags> = (
  control: ControlClient,
  given: { args: readonly string[]; flags: Flags; write: (text: string) => void },
) => Promise<void>

/** Arguments and further options are added to what comes back. */
export const remoteCommand = <Flags extends object>(name: string, description: string, act: Act<Flags>): Command => {
  const command = new Command(`assay ${name}`).description(description)
  for (const option of remoteOptions()) command.addOption(option)
  return command.allowExcessArguments(false).action(async () => {
    const { writeOut } = command.configureOutput()
    const flags = command.opts<Flags & RemoteFlags>()
    await act(createControlClient(flags), { args: command.args, flags, write: writeOut! })
  })
}
