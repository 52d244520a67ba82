// A message as the lender reads it, with the documents attached to it.
import type { Message } from '../domain/records.ts'
import type { OpenCall } from './operation.ts'

export const showMessage = (
  { services: { behaviour, store } }: OpenCall,
  message: Message,
): Record<string, unknown> => {
  const attached = behaviour.messages.attached(message).flatMap((id) => store.documents.get(id) ?? [])
  return behaviour.present.message(
    message,
    attached.map((document) => behaviour.present.document(document)),
  )
}
