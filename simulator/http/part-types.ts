// The content types of file parts as they were sent: the parser of multipart bodies gives them without their parameters.
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { bounds } from '../../fixtures/bounds.ts'

const line = (head: string, name: string): string | undefined => {
  const found = head.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name}:`))
  return found?.slice(name.length + 1).trim()
}

const isFile = (head: string): boolean => /;\s*name="?file"?\s*(;|$)/i.test(line(head, 'content-disposition') ?? '')

/**
 * Listens to a body that something else reads; the answer gives the types of the parts named `file`, in their order. Of the body no more
 * is kept than the head of one part.
 */
export const listenForTypes = ({ headers }: IncomingMessage, body: Readable): (() => (string | undefined)[]) => {
  const boundary = /boundary="?([^";]+)"?/i.exec(headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) return () => []
  const types: (string | undefined)[] = []
  const opening = `--${boundary}\r\n`
  let text = ''
  let inHead = false
  body.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    for (;;) {
      const at = text.indexOf(inHead ? '\r\n\r\n' : opening)
      if (at < 0) break
      if (inHead && isFile(text.slice(0, at))) types.push(line(text.slice(0, at), 'content-type'))
      text = text.slice(at + (inHead ? 4 : opening.length))
      inHead = !inHead
    }
    if (inHead && text.length > bounds.taken.partHeadBytes) inHead = false
    if (!inHead) text = text.slice(-opening.length)
  })
  return () => types
}
