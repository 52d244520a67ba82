// `assay trigger EVENT`: its options, and one line for each operation that was called.
import { Command, Option } from 'commander'
import { createControlClient, RemoteError, remoteOptions, type RemoteFlags } from '../remote/control-client.ts'
import { triggerTypes } from './next-move.ts'
import { trigger, type Made } from './trigger.ts'

type Flags = RemoteFlags & { order?: string; client?: string; json?: boolean }

const options = [
  new Option('--order <id>', 'the order to raise it for; a new one with made-up data when not given'),
  new Option('--client <id>', 'the credential whose lender gets the new order; that of the role main when not given'),
  ...remoteOptions(),
  new Option('--json', 'print what was done as one JSON object'),
]

const lineOf = ({ call, status, raised }: Made): string =>
  `${call}  →  ${status}${raised.map(({ id, type }) => `  ${type} (${id})`).join('')}\n`

const help = `
Events: ${triggerTypes.join(', ')}.

The order is moved as a company may move it: it is resumed from a hold, delivered before a revision. Each move raises its own
events, which go to the lender's feed and webhook like any other.`

export const triggerCommand = (): Command => {
  const command = new Command('assay trigger').description(
    'Raises an event in a running simulator, with whatever has to happen before it.',
  )
  for (const option of options) command.addOption(option)
  return command
    .argument('<event>', 'type of the event, such as order.completed')
    .addHelpText('after', help)
    .allowExcessArguments(false)
    .action(async (type: string, flags: Flags, self: Command) => {
      const write = self.configureOutput().writeOut!
      if (!triggerTypes.includes(type)) {
        const message = `There is no event ${type} in the contract; choose of ${triggerTypes.join(', ')}.`
        throw new RemoteError('unknown_event_type', message, 3)
      }
      const { order, client, json = false } = flags
      const onMade = (made: Made): void => (json ? undefined : void write(lineOf(made)))
      const done = await trigger(createControlClient(flags), {
        type,
        onMade,
        ...(order !== undefined && { order }),
        ...(client !== undefined && { client }),
      })
      if (json) write(`${JSON.stringify(done)}\n`)
    })
}
