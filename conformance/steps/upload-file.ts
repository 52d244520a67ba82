// One upload, with the parts given and a description, which some servers ask for.
import type { StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import type { Role } from '../evidence/roles.ts'
import type { TinyFile } from './tiny-files.ts'

/** `key` is sent as the `Idempotency-Key`, which means nothing to an upload. */
export type UploadParts = { kind?: string; purpose?: string; description?: string; file?: TinyFile; key?: string }

export const uploadFile = (
  { client }: StepContext,
  orderId: string,
  { file, key, ...given }: UploadParts,
  role: Role = 'main',
): Promise<Answered> => {
  const form = new FormData()
  const texts = { description: 'A file of a test run.', ...given }
  for (const [name, text] of Object.entries(texts)) if (text !== undefined) form.set(name, text)
  if (file) form.set('file', new Blob([file.bytes], { type: file.type }), file.name)
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
  return client.call('uploadDocument', { params: { order_id: orderId }, form, headers, role })
}
