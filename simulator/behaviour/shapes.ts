// The shapes of request bodies as JSON Schemas: what can be read, before any rule of the business is asked.
import type { Contract } from '../contract.ts'

export type Shape = Record<string, unknown>

/** Blank is as good as missing. */
export const notBlank = '\\S'

const object = (required: string[], properties: Record<string, Shape>): Shape => ({
  type: 'object',
  required,
  properties,
})
const nullable = (shape: Shape): Shape => ({ ...shape, type: [shape['type'], 'null'] })
const list = (items: Shape): Shape => ({ type: ['array', 'null'], items })

export const shapes = (contract: Contract): Record<ShapeName, Shape> => {
  const { enumerations, limits } = contract
  const text: Shape = { type: 'string', pattern: notBlank }
  const optionalText: Shape = { type: ['string', 'null'] }
  const optionalFlag: Shape = { type: ['boolean', 'null'] }
  const identifiers: Shape = { type: ['array', 'null'], items: { type: 'string' } }
  const money: Shape = { type: ['string', 'null'], pattern: '^-?[0-9]+\\.[0-9]{2}$' }
  const oneOf = (values: readonly string[]): Shape => ({ type: 'string', enum: [...values] })

  const contact = object(['type', 'role', 'value'], {
    type: oneOf(enumerations.contact_type),
    role: oneOf(enumerations.contact_role),
    value: text,
  })
  const addressParts = {
    street: optionalText,
    unit: optionalText,
    city: optionalText,
    state: optionalText,
    county: optionalText,
  }
  const address = object(['postal_code'], { ...addressParts, postal_code: text })
  const parties = nullable(
    object([], {
      real_estate_agent: nullable(
        object([], { first_name: optionalText, last_name: optionalText, contacts: list(contact) }),
      ),
      additional_contacts: list(
        object(['purpose'], {
          purpose: oneOf(enumerations.additional_contact_purpose),
          name: optionalText,
          email: optionalText,
        }),
      ),
    }),
  )
  const notes = list(object(['type', 'text'], { type: oneOf(enumerations.note_type), text }))

  return {
    createOrder: object(['order_type_code', 'due_date', 'loan', 'property', 'borrowers'], {
      order_type_code: text,
      loan_type_code: optionalText,
      add_on_codes: identifiers,
      due_date: { type: 'string', format: 'date' },
      rush: optionalFlag,
      complex: optionalFlag,
      rural: optionalFlag,
      priority: optionalFlag,
      certified_appraiser_required: optionalFlag,
      appraiser_instructions: optionalText,
      lender_reference: optionalText,
      loan: object(['purpose'], {
        purpose: oneOf(enumerations.loan_purpose),
        purpose_other: optionalText,
        number: optionalText,
        client: optionalText,
        investor: optionalText,
        fha_case_number: optionalText,
        purchase_price: money,
        currency: { type: ['string', 'null'], pattern: '^[A-Z]{3}$' },
      }),
      property: object(['address', 'type', 'occupancy'], {
        address,
        type: oneOf(enumerations.property_type),
        occupancy: oneOf(enumerations.occupancy),
        has_adu: optionalFlag,
      }),
      borrowers: {
        type: 'array',
        minItems: 1,
        maxItems: limits.borrowers_max,
        items: object(['role', 'first_name', 'last_name'], {
          role: oneOf(enumerations.borrower_role),
          first_name: text,
          last_name: text,
          receives_report: optionalFlag,
          receives_status_updates: optionalFlag,
          address: nullable(address),
          contacts: list(contact),
        }),
      },
      parties,
      notes,
      documents: list(
        object(['filename', 'content'], {
          filename: text,
          content: { type: 'string' },
          content_type: optionalText,
          purpose: { type: ['string', 'null'], enum: [...enumerations.upload_purpose, null] },
          description: optionalText,
        }),
      ),
    }),

    amendOrder: object([], {
      lender_reference: optionalText,
      appraiser_instructions: optionalText,
      due_date: { type: ['string', 'null'], format: 'date' },
      loan: nullable(object([], { number: optionalText, client: optionalText, investor: optionalText })),
      borrowers: {
        type: ['array', 'null'],
        maxItems: limits.borrowers_max,
        items: object([], { first_name: optionalText, last_name: optionalText, contacts: list(contact) }),
      },
      parties,
      notes,
    }),

    action: object([], { reason: optionalText }),

    createRevisionRequest: object(['kind', 'reason'], {
      kind: oneOf(enumerations.revision_request_kind),
      reason: text,
      acknowledgements: nullable(
        object([], { prior_appraisal_provided: optionalFlag, comparable_sales_provided: optionalFlag }),
      ),
      document_ids: identifiers,
    }),

    sendMessage: object(['recipient', 'body'], {
      recipient: oneOf(enumerations.message_recipient_sending),
      subject: optionalText,
      body: text,
      document_ids: identifiers,
    }),

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

    testWebhook: object(['type'], { type: oneOf(contract.webhooks.event_types) }),

    advanceOrder: object(['to_status'], { to_status: oneOf(enumerations.order_status) }),
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
