// One upload, with the parts given and no others.
import type { StepContext } from '../run/context.ts'
import type { Answered } from '../target/exchange.ts'
import type { Role } from '../target/roles.ts'
import type { TinyFile } from './tiny-files.ts'

export type UploadParts = { kind?: string; purpose?: string; description?: string; file?: TinyFile }

export const uploadFile = (
  { client }: StepContext,
  orderId: string,
  { file, ...texts }: UploadParts,
  role: Role = 'main',
): Promise<Answered> => {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) if (text !== undefined) form.set(name, text)
  if (file) form.set('file', new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name)
  return client.call('uploadDocument', { params: { order_id: orderId }, form, role })
}
