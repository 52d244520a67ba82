// `assay listen --forward-to URL`: its options, one line for each delivery, and the way back when it is stopped.
import { clearTimeout, setTimeout } from 'node:timers'
import { Command, InvalidArgumentError, Option } from 'commander'
import { endWithStarter } from '../starter.ts'
import { createControlClient, RemoteError, remoteOptions, type RemoteFlags } from '../remote/control-client.ts'
import { register, type Registration } from './registration.ts'
import { startRelay, type Relay, type Relayed } from './relay.ts'

type Place = { host: string; port: number }

type Flags = RemoteFlags & {
  forwardTo?: string
  client?: string
  events: string[]
  secret?: string
  listen: Place
  publicUrl?: string
}

const address = (text: string): string => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new InvalidArgumentError('it must be an http or https address, such as http://localhost:3000/hooks.')
}

const place = (text: string): Place => {
  const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? []
  if (port === undefined || Number(port) > 65_535)
    throw new InvalidArgumentError('it must be a port, or an address and a port, such as 127.0.0.1:0.')
  return { host: host.replaceAll(/^\[|\]$/g, ''), port: Number(port) }
}

const several = (text: string, before: string[]): string[] => [...before, ...text.split(',').map((one) => one.trim())]

const options = [
  new Option('--forward-to <url>', 'where each delivery goes').argParser(address),
  new Option('--client <id>', 'credential whose deliveries are passed on; that of the role main when not given'),
  new Option('--events <type>', 'an event type to deliver, all when not given; may be repeated')
    .argParser(several)
    .default([], 'all'),
  new Option('--secret <secret>', 'webhook secret to set; the one that is set stays when not given').env(
    'ASSAY_WEBHOOK_SECRET',
  ),
  new Option('--listen <address>', 'address and port to listen on')
    .argParser(place)
    .default(place('127.0.0.1:0'), '127.0.0.1:0'),
  new Option('--public-url <url>', 'where the simulator reaches this, from a container or another machine').argParser(
    address,
  ),
  ...remoteOptions(),
]

const lineOf = ({ type, event_id, order_id, status, error, ms }: Relayed): string => {
  const at = new Date().toISOString().slice(11, 19)
  const answer = status === null ? `no answer (${error})` : String(status)
  return `${at}  ${type}  ${event_id}  ${order_id ?? '-'}  →  ${answer} in ${ms} ms\n`
}

const started = async ({ host, port }: Place, to: string, write: (text: string) => void): Promise<Relay> =>
  startRelay({ to, host, port, onRelayed: (relayed) => write(lineOf(relayed)) }).catch(
    (error: NodeJS.ErrnoException) => {
      const message = `--listen ${host}:${port} cannot be listened on (${error.code}); give a free address such as 127.0.0.1:0.`
      throw new RemoteError('listen_failed', message, 2)
    },
  )

const withoutPassword = (address: string): string => {
  const { href } = Object.assign(new URL(address), { username: '', password: '' })
  return address.includes('@') ? href : address
}

const banner = ({ account, secret }: Registration, url: string, to: string): string =>
  `Deliveries of ${account.lender_id} (${account.environment}) come to ${url} and go to ${withoutPassword(to)}.\n${
    secret === null ? 'The webhook secret is the one that was set.' : `The webhook secret is ${secret}`
  }\nStop with Ctrl-C: the webhook is then set as it was before.\n`

/** Further signals change nothing: one to a whole process group is followed by that of the starter, which it ended. */
const stopped = (onSignal: () => void): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        onSignal()
        resolve()
      })
  })

/** For the control port, from when this is to stop. */
const mostMs = 20_000

const leave = (controlUrl: string, url: string, warn: (text: string) => void): never => {
  warn(
    `control_unreachable: ${controlUrl} was expected to set the webhook back within ${mostMs / 1_000} seconds, but did not answer; the webhook may still be ${withoutPassword(url)}: set it again.\n`,
  )
  process.exit(2)
}

const receiverOf = ({ forwardTo }: Flags): string => {
  if (forwardTo !== undefined) return forwardTo
  const message =
    'assay listen needs --forward-to with the address of your server, such as http://localhost:3000/hooks; give it.'
  throw new RemoteError('missing_option', message, 3)
}

const listen = async (flags: Flags, write: (text: string) => void, warn: (text: string) => void): Promise<void> => {
  const to = receiverOf(flags)
  void endWithStarter()
  const control = createControlClient(flags)
  const relay = await started(flags.listen, to, write)
  const { host } = flags.listen
  const own = host.includes(':') ? `[${host}]` : host
  const url = flags.publicUrl ?? `https://${own}:${relay.port}/`
  let overdue: NodeJS.Timeout | undefined
  try {
    const { client, events, secret } = flags
    // From here on the webhook may have changed.
    const stop = stopped(() => {
      overdue ??= setTimeout(() => leave(control.url, url, warn), mostMs)
    })
    const registration = await register(control, {
      url,
      events,
      ...(client !== undefined && { client }),
      ...(secret !== undefined && { secret }),
    })
    write(banner(registration, url, to))
    await stop
    await registration.restore().catch((error: RemoteError) => warn(`${error.code}: ${error.message}\n`))
  } finally {
    clearTimeout(overdue)
    await relay.close()
  }
}

export const listenCommand = (): Command => {
  const command = new Command('assay listen').description(
    'Receives the webhook of a running simulator over HTTPS and passes each delivery on to your server, byte for byte.',
  )
  for (const option of options) command.addOption(option)
  return command.allowExcessArguments(false).action(async (flags: Flags, self: Command) => {
    const { writeOut, writeErr } = self.configureOutput()
    await listen(flags, writeOut!, writeErr!)
  })
}
