// `assay health`: whether a simulator answers, for the health check of a container.
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { clearTimeout, setTimeout } from 'node:timers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from 'commander'
import { port, processId, seconds } from './flag-values.ts'
import { identityHeader, readIdentity, type Identity } from '../http/identity.ts'
import { hostToCall } from '../lib/host-to-call.ts'

type Flags = {
  host: string
  port: number
  tls?: boolean
  tlsCert?: string
  controlUrl?: string | undefined
  wait?: number
  pid?: number
}

const timeoutMs = 3_000
const betweenMs = 100

const usage = (code: string, message: string): Error => Object.assign(new Error(message), { code, exitCode: 3 })

/** Where this machine's own simulator is, by the options or variables that it is started with. */
const ownAddress = ({ host, port, tls, tlsCert }: Flags): string => {
  if (port === 0)
    throw usage('no_address', 'Port 0 takes a free port, which its ready line names; give the address or --port.')
  return `${tls || tlsCert !== undefined ? 'https' : 'http'}://${hostToCall(host)}:${port}/v1`
}

const pathUnder = (base: URL, read: string, usual = ''): URL => {
  const path = base.pathname.replace(/\/+$/, '')
  return new URL(path.endsWith(read) ? base : `${base.origin}${path === '' ? usual : path}${read}`)
}

/** What is asked: `/ping` of the service, or `/livez` of the control port. */
const asked = (url: string | undefined, flags: Flags): URL =>
  flags.controlUrl === undefined
    ? pathUnder(addressOf(url ?? ownAddress(flags)), '/ping', '/v1')
    : pathUnder(addressOf(flags.controlUrl), '/livez')

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)

type Answer = { trouble: string } | { trouble: null; identity: Identity | null }

const describe = ({ pid, started_at, options }: Identity): string =>
  // Whoever answers may have written it.
  `pid ${pid}, started ${started_at}, ${options.length === 0 ? 'no options' : options.join(' ')}`.replaceAll(
    /[^ -~]/g,
    '?',
  )

/** Whether it is the process that is expected, or one that it started. */
const isExpected = (identity: Identity | null, pid: number | undefined): boolean =>
  pid === undefined || (identity !== null && (identity.pid === pid || identity.started_by.includes(pid)))

const othersTrouble = (identity: Identity | null, pid: number): string =>
  `must be answered by process ${pid} or one that it started, but ${identity === null ? 'what answers does not say which process it is' : `another simulator answers (${describe(identity)})`}`

/** What is wrong, or who answers. */
const answerAt = (url: URL, mostMs: number, pid: number | undefined): Promise<Answer> =>
  new Promise((resolve) => {
    const ask = url.protocol === 'https:' ? overHttps : overHttp
    // The certificate made at start is nobody's to verify.
    const call = ask(url, { rejectUnauthorized: !isLoopback(url) }, (answer) => {
      clearTimeout(overdue)
      const identity = readIdentity(answer.headers[identityHeader.toLowerCase()])
      if (answer.statusCode !== 200) resolve({ trouble: `must be answered 200, but was answered ${answer.statusCode}` })
      else if (!isExpected(identity, pid)) resolve({ trouble: othersTrouble(identity, pid!) })
      else resolve({ trouble: null, identity })
      // Its body may have no end.
      call.destroy()
    })
    // A head that comes a letter at a time is no answer either.
    const overdue = setTimeout(() => call.destroy(new Error(`no answer within ${mostMs / 1000} s`)), mostMs)
    call.on('error', (error) => {
      clearTimeout(overdue)
      resolve({ trouble: `gave no answer (${error.message || (error as NodeJS.ErrnoException).code})` })
    })
    call.end()
  })

/** Asks again until it answers or the time is over; once where there is no time. */
const answerWithin = async (url: URL, waitMs: number, pid: number | undefined): Promise<Answer> => {
  const end = Date.now() + waitMs
  let answer = await answerAt(url, waitMs > 0 ? Math.min(timeoutMs, waitMs) : timeoutMs, pid)
  for (let left = end - Date.now(); answer.trouble !== null && left > 0; left = end - Date.now()) {
    await sleep(Math.min(betweenMs, left))
    answer = await answerAt(url, Math.min(timeoutMs, left), pid)
  }
  return answer
}

const addressOf = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw usage('no_address', `${text} must be an http or https address, such as http://127.0.0.1:4010/v1; correct it.`)
}

const options = [
  new Option('--wait <seconds>', 'ask again until it answers, for at most this time').argParser(seconds),
  new Option('--pid <number>', 'healthy only where this process, or one that it started, answers').argParser(processId),
  new Option('--control, --control-url <url>', 'ask its control port at this address, in place of its public port').env(
    'ASSAY_CONTROL_URL',
  ),
  new Option('--port <number>', 'public port of a simulator on this machine')
    .env('ASSAY_PORT')
    .default(4010)
    .argParser(port),
  new Option('--tls', 'the simulator serves HTTPS').env('ASSAY_TLS'),
  new Option('--tls-cert <file>').env('ASSAY_TLS_CERT').hideHelp(),
  new Option('--host <address>').env('ASSAY_HOST').default('127.0.0.1').hideHelp(),
]

/** It sets the exit code of the process: 0 when it answers, 1 when not. */
export const healthCommand = (): Command => {
  const command = new Command('assay health')
    .description(
      'Asks for /ping of a simulator, or /livez of its control port: exit code 0 when it answers, 1 when not.',
    )
    .argument('[url]', 'base address; when not given, ASSAY_CONTROL_URL or --port on this machine')
  for (const option of options) command.addOption(option)
  return command.allowExcessArguments(false).action(async (url: string | undefined, flags: Flags, self: Command) => {
    const given = (name: string) => self.getOptionValueSource(name) === 'cli'
    const local = { port: '--port', tls: '--tls', tlsCert: '--tls-cert', host: '--host' }
    const [own] = Object.entries(local).flatMap(([name, flag]) => (given(name) ? [flag] : []))
    const ways = [url, given('controlUrl') ? '--control-url' : undefined, own].filter(Boolean)
    if (ways.length > 1)
      throw usage('two_addresses', `Both ${ways[0]} and ${ways[1]} say where the simulator is; leave one out.`)
    const { wait = 0, pid } = flags
    // What the line says goes before what a variable says.
    const isElsewhere = !given('controlUrl') && ways.length > 0
    const address = asked(url, isElsewhere ? { ...flags, controlUrl: undefined } : flags)
    const found = await answerWithin(address, wait * 1000, pid)
    const { writeOut, writeErr } = self.configureOutput()
    if (found.trouble === null) {
      const who = found.identity === null ? '' : ` (${describe(found.identity)})`
      writeOut!(`healthy: ${address.href}${who}\n`)
      return
    }
    const { trouble } = found
    const waited = wait > 0 ? ` in ${wait} s` : ''
    writeErr!(`unhealthy: ${address.href} ${trouble}${waited}; see the log of the simulator.\n`)
    process.exitCode = 1
  })
}
