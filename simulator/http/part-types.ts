// The content types of file parts as they were sent: the parser of multipart bodies gives them without their parameters.
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

const line = (head: string, name: string): string | undefined =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(head)?.[1]

/** Listens to a body that something else reads; the answer gives the types of the parts named `file`, in their order. */
export const listenForTypes = ({ headers }: IncomingMessage, body: Readable): (() => (string | undefined)[]) => {
  const boundary = /boundary="?([^";]+)"?/i.exec(headers['content-type'] ?? '')?.[1]
  const chunks: Buffer[] = []
  body.on('data', (chunk: Buffer) => chunks.push(chunk))
  return () =>
    boundary === undefined
      ? []
      : Buffer.concat(chunks)
          .toString('latin1')
          .split(`--${boundary}\r\n`)
          .map((part) => part.slice(0, part.indexOf('\r\n\r\n')).replaceAll('\r', ''))
          .filter((head) => /;\s*name="?file"?\s*(;|$)/im.test(line(head, 'content-disposition') ?? ''))
          .map((head) => line(head, 'content-type')?.trim())
}
