// `assay fault SPEC`: lets calls or deliveries of a running simulator fail; lists the faults, and ends them.
import { Option, type Command } from 'commander'
import type { FaultRecord } from '../../public/fault.ts'
import { parseFault } from '../../http/parse-fault.ts'
import { isOfRequest } from '../../faults/matches.ts'
import { shownFault } from '../../faults/shown-fault.ts'
import { RemoteError, type ControlClient } from './control-client.ts'
import { remoteCommand } from './remote-command.ts'

type Flags = { client?: string; list?: boolean; clear?: boolean; remove?: string }

const countOf = ({ matched, struck, fault }: FaultRecord): string => {
  const one = isOfRequest(fault) ? 'call' : 'delivery attempt'
  if (matched === 0) return `no ${one} yet`
  return `struck ${struck} of ${matched} ${one}${matched === 1 ? '' : 's'}`
}

const lineOf = (record: FaultRecord): string =>
  `${record.id}  ${shownFault(record.fault)}  ${record.state}, ${countOf(record)}\n`

const ways = 'a fault such as createOrder:503:times=1, --list, --remove ID or --clear'

const checkOne = (specs: readonly string[], { list, clear, remove }: Flags): void => {
  const given = [specs.length > 0, list, clear, remove !== undefined].filter(Boolean).length
  if (given === 1) return
  const message = `assay fault takes one of ${ways}, but was given ${given === 0 ? 'none' : given}; give one.`
  throw new RemoteError('missing_or_several', message, 3)
}

const add = async (control: ControlClient, spec: string, client: string | undefined): Promise<string> => {
  const fault = parseFault(spec)
  const scope = client !== undefined && { client_id: client }
  return lineOf(await control.call<FaultRecord>('POST', '/faults', { ...fault, ...scope }))
}

export const faultCommand = (): Command =>
  remoteCommand<Flags>(
    'fault',
    'Makes calls or deliveries of a running simulator fail; lists and removes such faults.',
    async (control, { args, flags, write }) => {
      checkOne(args, flags)
      const { client, list, clear, remove } = flags
      const query = client === undefined ? '' : `?client_id=${encodeURIComponent(client)}`
      for (const spec of args) write(await add(control, spec, client))
      if (list) {
        const { data } = await control.call<{ data: FaultRecord[] }>('GET', `/faults${query}`)
        write(data.length === 0 ? 'There is no fault.\n' : data.map(lineOf).join(''))
      }
      if (remove !== undefined)
        write(`Ended: ${lineOf(await control.call('POST', `/faults/${encodeURIComponent(remove)}/remove`))}`)
      if (clear) write(`Ended: ${(await control.call<{ removed: number }>('POST', `/faults/clear${query}`)).removed}\n`)
    },
  )
    .argument('[faults...]', 'such as createOrder:503:times=1 or order.created:delay:seconds=60')
    .addOption(new Option('--client <id>', 'only calls of this credential, in a list and at an end too'))
    .option('--list', 'show the faults, with how often each struck')
    .option('--remove <id>', 'end this fault')
    .option('--clear', 'end all of them, or those of --client')
