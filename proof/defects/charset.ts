// The refusal of a content type that names a charset.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation, Operation } from '../../simulator/behaviour/operators/index.ts'
import { Refusal } from '../../simulator/domain/refusal.ts'

/** The content type of a call is compared as it was sent, its parameters included. */
export const charsetRefused = (operation: Operation, type: string): Mutation =>
  op.refuseWith('wire.checkAccept', (operationId, { 'content-type': sent = '' }) =>
    operationId === operation && sent.startsWith(type) && sent.includes('charset')
      ? new Refusal('unsupported_media_type', 'The content type is not taken.')
      : null,
  )
