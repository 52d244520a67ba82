// The lines of a journal that grows: a control port that streams its journal, a file that is appended to, or standard input.
import { open, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { CodedError } from '../../contract/coded-error.ts'

/** How often a file is looked at again. */
const lookMs = 200

const whyOf = (error: unknown): string => {
  const { cause, code, message } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException }
  return cause?.code ?? code ?? message
}

const anyJournal = 'give a control port, a file, or - for standard input'

const unreadable = (name: string, why: string, toDo = anyJournal): CodedError =>
  new CodedError('unreadable_journal', `${name} must be a journal, but it cannot be read (${why}); ${toDo}.`)

export const isAddress = (name: string): boolean => /^https?:\/\//.test(name)

/** A control port has its journal at a path of its own; any other address is taken as it is. */
const journalAddress = (name: string, isFollowed: boolean): URL => {
  if (!URL.canParse(name)) throw unreadable(name, 'it is no address')
  const url = new URL(name)
  if (url.pathname === '/') url.pathname = '/journal.ndjson'
  if (isFollowed) url.searchParams.set('follow', 'true')
  return url
}

/** Every answer of the service has its rate limit, and none of a control port has. */
const isService = ({ headers }: Response): boolean => headers.has('x-ratelimit-limit')

const isLocked = (answer: Response): boolean => answer.status === 401 && !isService(answer)

/** @throws CodedError unreadable_journal */
export const openAddress = async (
  name: string,
  token: string | undefined,
  { isFollowed, signal }: { isFollowed: boolean; signal?: AbortSignal },
): Promise<Response> => {
  const url = journalAddress(name, isFollowed)
  const ask = (headers: Record<string, string>): Promise<Response> =>
    fetch(url, { headers, ...(signal && { signal }) }).catch((error: unknown) => {
      throw unreadable(name, whyOf(error))
    })
  // A server that does not ask for the token is not to get it.
  const first = await ask({})
  const answer = isLocked(first) && token !== undefined ? await ask({ Authorization: `Bearer ${token}` }) : first
  if (answer.ok) return answer
  if (isService(answer))
    throw unreadable(
      name,
      'the service that a client calls answers there',
      'give the address that `assay simulate` prints after `control`',
    )
  if (isLocked(answer))
    throw unreadable(
      name,
      `it asks for its token, but ${token === undefined ? 'none' : 'another one'} is given`,
      'give the one that `assay simulate` prints as --control-token, or set ASSAY_CONTROL_TOKEN',
    )
  const { message } = (await answer.json().catch(() => ({}))) as { message?: string }
  throw unreadable(name, `it answers ${answer.status}${message === undefined ? '' : `: ${message}`}`)
}

/** Ends with the stream, and quietly where its other side goes away. */
const linesOf = async function* (stream: Readable, signal: AbortSignal): AsyncGenerator<string> {
  const lines = createInterface({ input: stream, crlfDelay: Infinity })
  const end = (): void => {
    lines.close()
    stream.destroy()
  }
  stream.on('error', end)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  yield* lines
}

/** What is there, and what is appended until the signal; a line counts when it has its end. */
const growing = async function* (file: string, signal: AbortSignal): AsyncGenerator<string> {
  const isOther = await stat(file).then(
    (one) => !one.isFile(),
    () => false,
  )
  if (isOther) throw unreadable(file, 'it is no file that grows')
  const handle = await open(file).catch((error: unknown) => {
    throw unreadable(file, whyOf(error))
  })
  const decoder = new TextDecoder()
  const buffer = Buffer.alloc(65_536)
  let rest = ''
  try {
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null)
      const lines = (rest + decoder.decode(buffer.subarray(0, bytesRead), { stream: true })).split('\n')
      rest = lines.pop()!
      yield* lines
      if (bytesRead > 0) continue
      if (signal.aborted) return
      await setTimeout(lookMs, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    await handle.close()
  }
}

/**
 * Each line as it comes, until the other side or the signal ends it.
 * @throws CodedError unreadable_journal
 */
export const journalLines = async function* (
  name: string,
  token: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<string> {
  if (name === '-') return yield* linesOf(process.stdin, signal)
  if (!isAddress(name)) return yield* growing(name, signal)
  const { body } = await openAddress(name, token, { isFollowed: true, signal })
  if (body) yield* linesOf(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), signal)
}
