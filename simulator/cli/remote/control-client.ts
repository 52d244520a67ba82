// The control port of a running simulator, as commands of another process call it.
import { Option } from 'commander'
import { Agent, fetch, type Response } from 'undici'
import { bounds } from '../../../fixtures/bounds.ts'
import { hostToCall } from '../../lib/host-to-call.ts'

/** Exit codes: 1 the port refused the call, 2 it was not reached. */
export class RemoteError extends Error {
  readonly code: string
  readonly exitCode: number

  constructor(code: string, message: string, exitCode: number) {
    super(message)
    this.code = code
    this.exitCode = exitCode
  }
}

export type RemoteFlags = { controlUrl?: string; controlToken?: string }

/** Where a simulator on this machine has it, by the variables that it was started with. */
const ownControlUrl = (): string => {
  const {
    ASSAY_CONTROL_HOST: host = '127.0.0.1',
    ASSAY_CONTROL_PORT: port = '4011',
    ASSAY_CONTROL_TLS: tls = '',
  } = process.env
  const scheme = /^(true|1|yes)$/i.test(tls.trim()) ? 'https' : 'http'
  return `${scheme}://${hostToCall(host)}:${port}`
}

export const remoteOptions = (): Option[] => [
  new Option(
    '--control, --control-url <url>',
    'address of the control port; when not given, port ASSAY_CONTROL_PORT (4011) on this machine',
  ).env('ASSAY_CONTROL_URL'),
  new Option('--control-token <token>', 'bearer token of the control port, where it asks for one').env(
    'ASSAY_CONTROL_TOKEN',
  ),
]

export type ControlClient = {
  url: string
  /** @throws RemoteError control_unreachable, or the code of the refusal */
  call<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T>
}

type Refused = { code?: unknown; message?: unknown }

/** Every answer of the service has its rate limit, and none of the control port has. */
const isService = (answer: Response): boolean => answer.headers.has('x-ratelimit-limit')

const noControlPort = (url: string, what: string): RemoteError => {
  const message =
    `--control-url must be the control port of a simulator, such as http://127.0.0.1:4011, but at ${url} ${what} answers; ` +
    'give the address that `assay simulate` prints after `control`.'
  return new RemoteError('no_control_port', message, 3)
}

const wrongToken = (url: string, token: string | undefined): RemoteError => {
  const message =
    `The control port at ${url} asks for its token, but ${token === undefined ? 'none is given' : 'another one is given'}; ` +
    'give the one that `assay simulate` prints as --control-token, or set ASSAY_CONTROL_TOKEN.'
  return new RemoteError('unauthorized', message, 1)
}

/** Codes of Node for a certificate that it does not take, and what to do. An alert of the other side is none of them. */
const remedies: [code: RegExp, remedy: string][] = [
  [
    /^ERR_TLS_CERT_ALTNAME_/,
    'call it by a name that is in the certificate, or start the simulator with a certificate of its own (--tls-cert, --tls-key)',
  ],
  [
    /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/,
    'start the simulator with a certificate that is valid now (--tls-cert, --tls-key), or correct the clock of this machine',
  ],
  [
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?))$/,
    'name the file of the certificate, or of its issuer, in NODE_EXTRA_CA_CERTS',
  ],
]

const untrusted = (url: string, code: string, remedy: string): RemoteError => {
  const message = `The certificate of the control port at ${url} must be trusted, but is not (${code}); ${remedy}.`
  return new RemoteError('control_untrusted', message, 2)
}

const wordsOf = (error: unknown): string => {
  const { cause, message, name } = error as Error & { cause?: NodeJS.ErrnoException }
  if (name === 'TimeoutError') return 'its answer took too long'
  return cause?.code ?? cause?.message ?? message
}

/** The first answer shows what is there; later ones wait for what is due in a simulator. */
const mostMs = { first: 10_000, later: 20 * 60_000 }

/** What a terminal would carry out, or write from right to left. */
const unprintable = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu

/** Null where it is no JSON object. @throws where it is too long, too late or cut off */
const objectIn = async ({ body }: Response): Promise<object | null> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > bounds.taken.controlAnswerBytes)
      throw new Error(`its answer is longer than ${bounds.taken.controlAnswerBytes} bytes`)
    chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString(), (_name, one: unknown) =>
      typeof one === 'string' ? one.replaceAll(unprintable, '\uFFFD') : one,
    )
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** What begins a line of ours: of another shape it may be a command for a CI system. */
const isCode = (value: unknown): value is string => typeof value === 'string' && /^[a-z_]{1,64}$/.test(value)

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** @throws RemoteError unusable_url */
export const createControlClient = (flags: RemoteFlags): ControlClient => {
  const { controlUrl = ownControlUrl(), controlToken } = flags
  if (!isAddress(controlUrl)) {
    const message = `--control-url must be an http address, such as http://127.0.0.1:4011, but ${controlUrl} is none; correct it.`
    throw new RemoteError('unusable_url', message, 3)
  }
  let url = controlUrl
  while (url.endsWith('/')) url = url.slice(0, -1)
  // The certificate made at start is nobody's to verify.
  const isOwn = /^https:\/\/(localhost|127\.[\d.]+|\[::1\])(:|$)/.test(url)
  const dispatcher = isOwn ? new Agent({ connect: { rejectUnauthorized: false } }) : undefined
  const unreachable = (error: unknown): never => {
    const why = wordsOf(error)
    const [, remedy] = remedies.find(([code]) => code.test(why)) ?? []
    if (remedy !== undefined) throw untrusted(url, why, remedy)
    const message = `No control port answers at ${url} (${why}); start \`assay simulate\`, or correct --control-url.`
    throw new RemoteError('control_unreachable', message, 2)
  }
  const send = async (ms: number, method: string, path: string, token?: string, body?: object): Promise<unknown> => {
    const headers = {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    }
    const answer = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(dispatcher && { dispatcher }),
      ...(body && { body: JSON.stringify(body) }),
      // It would take the token, or the call, to somebody else.
      redirect: 'manual',
      signal: AbortSignal.timeout(ms),
    }).catch(unreachable)
    if (isService(answer)) throw noControlPort(url, 'the service that a client calls')
    const answered = (await objectIn(answer).catch(unreachable)) as Refused | null
    if (answered === null) throw noControlPort(url, 'a server of another kind')
    if (answer.ok) return answered
    if (answer.status === 401) throw wrongToken(url, controlToken)
    const { code, message } = answered
    if (isCode(code) && typeof message === 'string')
      throw new RemoteError(code, message.slice(0, bounds.repeated.letters), 1)
    throw new RemoteError('refused', `${method} ${path} was answered ${answer.status}.`, 1)
  }
  /** Asks without the token, which no other server is to get. */
  const checkPort = async (): Promise<void> => {
    const { status } = (await send(mostMs.first, 'GET', '/livez')) as { status?: string }
    if (status !== 'alive') throw noControlPort(url, 'a server of another kind')
  }
  let checked: Promise<void> | undefined
  return {
    url,
    async call<T>(method: string, path: string, body?: object): Promise<T> {
      await (checked ??= checkPort())
      return (await send(mostMs.later, method, path, controlToken, body)) as T
    },
  }
}
