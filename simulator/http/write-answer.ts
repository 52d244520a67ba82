// Writes an answer: its headers, those of the request rate first, and its bytes.
import type { Answer } from '../behaviour/wire.ts'
import { spoilAnswer } from './spoil-answers.ts'
import type { Services } from '../engine/services.ts'
import { dressAnswer } from './dress-answer.ts'
import type { Exchange } from './exchange.ts'
import { isBare, writeHead, type Ready } from './ready-answer.ts'

const readyOf = ({ behaviour: { wire } }: Services, { rateHeaders }: Exchange, answer: Answer): Ready => {
  const { status, bytes } = answer
  const headers: Record<string, string> = Object.assign({}, rateHeaders, answer.headers)
  let body: Buffer | string | undefined = answer.text ?? bytes
  if (body === undefined && answer.body !== undefined) body = wire.serialise(answer.body)
  if (bytes) headers['Content-Type'] ??= 'application/octet-stream'
  else if (body !== undefined) headers['Content-Type'] = wire.contentType
  else if (status !== 204) {
    headers['Content-Type'] ??= 'text/plain; charset=utf-8'
    body = ''
  }
  if (body !== undefined) headers['Content-Length'] = String(Buffer.byteLength(body))
  return { status, headers, body, chunked: false }
}

const inTwo = (bytes: Buffer): Buffer[] => {
  const half = Math.ceil(bytes.length / 2)
  return [bytes.subarray(0, half), bytes.subarray(half)].filter(({ length }) => length > 0)
}

const writeAll = (exchange: Exchange, ready: Ready, parts?: readonly string[]): void => {
  const { body, chunked } = ready
  writeHead(exchange, ready)
  if (exchange.method === 'HEAD' || isBare(ready)) exchange.end()
  else if (chunked) {
    for (const piece of inTwo(Buffer.from(body as string))) exchange.write(piece)
    exchange.end()
  } else exchange.end(body, parts)
}

export const writeAnswer = (services: Services, exchange: Exchange, answer: Answer): Promise<void> | undefined => {
  const { wire } = services.behaviour
  const isPlain = wire.spelling === undefined && wire.dressings.length === 0
  const usual = readyOf(services, exchange, answer)
  const ready = isPlain ? usual : dressAnswer(exchange, usual, wire)
  const spoiled = spoilAnswer(services, exchange, ready)
  if (spoiled === false) writeAll(exchange, ready, answer.parts)
  return spoiled instanceof Promise ? spoiled : undefined
}
