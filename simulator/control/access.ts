// Who may call the control port: this machine without a token, everybody else with one.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Middleware } from 'koa'
import { Refusal } from '../domain/refusal.ts'

type ControlAccess = { host: string; token: string | undefined }

const loopback = /^(127(\.\d{1,3}){3}|localhost|\[?::1\]?)$/i

/** A token that is this short can be tried out; other letters cannot be sent in a header. */
const fewestLetters = 16
const letters = /^[\w.~+/-]+=*$/

class ControlTokenError extends Error {
  readonly code = 'unusable_control_token'
  readonly exitCode = 3
}

/** @throws ControlTokenError; what was given is not repeated, as it may be a secret */
const checkToken = (token: string): void => {
  if (token.length < fewestLetters) {
    const message = `The control token must have at least ${fewestLetters} letters and digits, but has ${token.length}; give a longer one, or none to have one made.`
    throw new ControlTokenError(message)
  }
  if (letters.test(token)) return
  const message =
    'The control token may have letters, digits and - . _ ~ + / = alone, and the given one has others; correct it.'
  throw new ControlTokenError(message)
}

/** Beyond loopback a token is made where none is given. @throws ControlTokenError */
export const controlAccess = (host = '127.0.0.1', given?: string): ControlAccess => {
  if (given !== undefined) checkToken(given)
  const made = loopback.test(host) ? undefined : randomBytes(24).toString('base64url')
  return { host, token: given ?? made }
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const unauthorized = (): Refusal =>
  new Refusal(
    'unauthorized',
    'The control port needs its token: send `Authorization: Bearer …` with the one that the simulator printed or was given (--control-token).',
    { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } },
  )

/** What a container's owner asks, without a secret: it shows nothing of the world. */
const open = ['/livez', '/readyz']

/** To come after the files of the console, which ask for the token themselves. */
export const requireToken = (token: string): Middleware => {
  const expected = digestOf(token)
  return async function requireBearer(ctx, next) {
    const [, given] = /^Bearer +(\S+) *$/i.exec(ctx.get('authorization')) ?? []
    const isKnown = given !== undefined && timingSafeEqual(digestOf(given), expected)
    if (!isKnown && !open.includes(ctx.path)) throw unauthorized()
    await next()
  }
}
