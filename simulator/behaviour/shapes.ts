// The shapes of request bodies: what can be read, before any rule of the business is asked.
import type { Contract } from '../contract/contract.ts'
import { requestShape } from './request-shape.ts'
import { notBlank, nullable, type Shape } from './shape.ts'

const object = (required: string[], properties: Record<string, Shape>): Shape => ({
  type: 'object',
  required,
  properties,
})
const list = (items: Shape): Shape => ({ type: ['array', 'null'], items })

/** What is demanded here besides: without it a request for a revision is of no use. */
const demanded = {
  CreateRevisionRequest: ['reason'],
}

export const shapes = (contract: Contract): Record<ShapeName, Shape> => {
  const { enumerations, limits } = contract
  const text = (): Shape => ({ type: 'string', pattern: notBlank })
  const optionalText: Shape = { type: ['string', 'null'] }
  const oneOf = (values: readonly string[]): Shape => ({ type: 'string', enum: [...values] })

  const bodyOf = (component: string) => requestShape(component, contract.schemas, demanded)
  // The form of an identifier is not looked at: one of no document is refused as such.
  const withDocuments = (shape: Shape): Shape => {
    const document_ids = list({ type: 'string' })
    return { ...shape, properties: { ...(shape['properties'] as Record<string, Shape>), document_ids } }
  }
  const contacts = list(bodyOf('ContactInput'))
  const parties = nullable(bodyOf('PartiesInput'))
  const notes = list(bodyOf('NoteInput'))
  const create = bodyOf('CreateOrderRequest') as { properties: Record<string, Shape> }
  const borrower = create.properties['borrowers']!['items'] as { properties: Record<string, Shape> }
  borrower.properties['contacts'] = contacts
  Object.assign(create.properties, {
    parties,
    notes,
    // The contract leaves the entries open: here they have the parts of an upload.
    documents: list(
      object(['filename', 'content'], {
        filename: text(),
        content: { type: 'string' },
        content_type: optionalText,
        purpose: nullable(oneOf(enumerations.upload_purpose)),
        description: optionalText,
      }),
    ),
  })

  return {
    createOrder: create,

    amendOrder: object([], {
      lender_reference: optionalText,
      appraiser_instructions: optionalText,
      due_date: { type: ['string', 'null'], format: 'date' },
      loan: nullable(object([], { number: optionalText, client: optionalText, investor: optionalText })),
      borrowers: {
        type: ['array', 'null'],
        maxItems: limits.borrowers_max,
        items: object([], { first_name: optionalText, last_name: optionalText, contacts }),
      },
      parties,
      notes,
    }),

    action: bodyOf('HoldRequest'),
    createRevisionRequest: withDocuments(bodyOf('CreateRevisionRequest')),
    sendMessage: withDocuments(bodyOf('SendMessageRequest')),
    testWebhook: bodyOf('TestWebhookRequest'),
    advanceOrder: bodyOf('AdvanceOrderRequest'),

    setWebhook: object([], {
      url: { type: 'string', format: 'uri' },
      enabled: { type: 'boolean' },
      events: {
        type: 'array',
        items: { type: 'string', enum: ['*', ...contract.webhooks.event_types] },
        // The star stands alone.
        not: { type: 'array', contains: { const: '*' }, minItems: 2 },
      },
      secret: { type: 'string', minLength: limits.webhook_secret_min_characters },
    }),
  }
}

export type ShapeName =
  | 'createOrder'
  | 'amendOrder'
  | 'action'
  | 'createRevisionRequest'
  | 'sendMessage'
  | 'setWebhook'
  | 'testWebhook'
  | 'advanceOrder'
