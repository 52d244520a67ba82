// The control port of a running simulator, as commands of another process call it.
import { Option } from 'commander'

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

export type RemoteFlags = { controlUrl: string; controlToken?: string }

export const remoteOptions = (): Option[] => [
  new Option('--control-url <url>', 'control port of the simulator')
    .env('ASSAY_CONTROL_URL')
    .default('http://127.0.0.1:4011'),
  new Option('--control-token <token>', 'bearer token of the control port, where it asks for one').env(
    'ASSAY_CONTROL_TOKEN',
  ),
]

export type ControlClient = {
  url: string
  /** @throws RemoteError control_unreachable, or the code of the refusal */
  call<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T>
}

type Refused = { code?: string; message?: string }

const wordsOf = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException }
  return cause?.code ?? cause?.message ?? message
}

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** @throws RemoteError unusable_url */
export const createControlClient = ({ controlUrl, controlToken }: RemoteFlags): ControlClient => {
  if (!isAddress(controlUrl)) {
    const message = `--control-url must be an http address, such as http://127.0.0.1:4011, but ${controlUrl} is none; correct it.`
    throw new RemoteError('unusable_url', message, 3)
  }
  let url = controlUrl
  while (url.endsWith('/')) url = url.slice(0, -1)
  return {
    url,
    async call<T>(method: string, path: string, body?: object): Promise<T> {
      const headers = {
        ...(body && { 'Content-Type': 'application/json' }),
        ...(controlToken !== undefined && { Authorization: `Bearer ${controlToken}` }),
      }
      const answer = await fetch(`${url}${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      }).catch((error: unknown) => {
        const message = `No control port answers at ${url} (${wordsOf(error)}); start \`assay simulate\`, or correct --control-url.`
        throw new RemoteError('control_unreachable', message, 2)
      })
      const answered = (await answer.json().catch(() => ({}))) as T & Refused
      if (answer.ok) return answered
      const { code = 'refused', message = `${method} ${path} was answered ${answer.status}.` } = answered
      throw new RemoteError(code, message, 1)
    },
  }
}
