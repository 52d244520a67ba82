// Permitted readings of the freedoms of a create beside its fields: its headers, its files, and what the company does.
import { replace, wrap } from '../../operators/index.ts'
import type { Company } from '../../../domain/records.ts'
import { Refusal } from '../../../domain/refusal.ts'
import type { BodyFault } from '../../bodies.ts'
import type { CodeOfRefusal } from '../../creation.ts'
import type { Shape } from '../../shape.ts'
import type { AreaReadings, ReadingPatch } from '../reading.ts'
import { answers, stepAfter } from '../reading-patches.ts'
import { text } from './fields.ts'
import { invalid } from './refused.ts'

const companies =
  (change: (company: Omit<Company, 'next_order_number'>) => void): ReadingPatch =>
  ({ world }) => {
    for (const company of world.companies) change(company)
  }

type Elements = { required: string[]; properties: Record<string, Shape>; file: string; name: string }

/** Elements of `documents` under other names. */
const elements =
  ({ required, properties, file, name }: Elements): ReadingPatch =>
  ({ behaviour: { creation, shapes } }) => {
    const items = { type: 'object', required, properties }
    const { properties: all } = shapes.createOrder as { properties: Record<string, Shape> }
    all['documents'] = { type: ['array', 'null'], items }
    creation.inlineDocuments = ({ documents }) =>
      (documents ?? []).map((element, index) => {
        const sent = element as unknown as Record<string, string | null | undefined>
        return {
          filename: sent[name] ?? `document-${index + 1}`,
          content: sent[file]!,
          content_type: sent['content_type'],
          purpose: sent['purpose'],
          description: sent['description'],
        }
      })
  }

const optionalText: Shape = { type: ['string', 'null'] }

const inlineRefusal = (code: CodeOfRefusal): ReadingPatch =>
  wrap('uploads.inlineRefusal', (given) => {
    const isFile = given.code === 'payload_too_large' || given.code === 'unsupported_media_type'
    if (!isFile) return given
    return new Refusal(code, given.message, { details: invalid('documents', null, 'has a file that is not taken') })
  })

const keyNeeded = (code: CodeOfRefusal): ReadingPatch =>
  wrap('idempotency.key', (given) => {
    if (given !== undefined) return given
    const details = [{ field: 'Idempotency-Key', code: 'required', value: null, message: 'is required' }]
    throw new Refusal(code, 'A creation needs an Idempotency-Key header.', { details })
  })

const untyped = (fault: BodyFault | null): ReadingPatch =>
  replace(
    'bodies.untyped',
    () => fault,
    (id) => id === 'createOrder',
  )

export const createDocuments: AreaReadings = {
  'create.inline-documents': {
    'upload-like': elements({
      required: ['kind', 'file'],
      properties: { kind: { const: 'supporting' }, purpose: optionalText, description: optionalText, file: text },
      file: 'file',
      name: 'filename',
    }),
    'own-shape': elements({
      required: ['file_name', 'base64'],
      properties: { file_name: text, base64: text, purpose: optionalText },
      file: 'base64',
      name: 'file_name',
    }),
  },
  'create.documents-with-inline': {
    'empty-at-first': answers('createOrder', (answer) =>
      answer.status === 201 ? { ...answer, body: { ...(answer.body as object), documents: [] } } : answer,
    ),
  },
  'create.inline-document-refusals': {
    'status-422': inlineRefusal('validation_failed'),
    'status-400': inlineRefusal('invalid_request'),
  },
  'create.missing-idempotency-key': {
    'status-400': keyNeeded('invalid_request'),
    'status-422': keyNeeded('validation_failed'),
  },
  'create.review-first': {
    never: companies((company) => {
      company.review_first = { order_types: [], loan_types: [], property_types: [] }
    }),
    always: companies((company) => {
      company.review_first = { ...company.review_first, order_types: company.catalog.map(({ code }) => code) }
    }),
  },
  'create.fee-quoted-first': {
    never: companies((company) => {
      for (const product of company.catalog) {
        product.fee ??= '800.00'
        for (const addOn of product.add_ons) addOn.fee ??= '250.00'
      }
    }),
    always: companies((company) => {
      for (const product of company.catalog) product.fee = null
    }),
  },
  'create.location-form': {
    'path-only': wrap('creation.location', (usual) => new URL(usual).pathname),
  },
  'create.billing-precedence': {
    'status-422': stepAfter(['createOrder'], 'permit', 'decision'),
    'status-400': stepAfter(['createOrder'], 'permit', 'body'),
  },
  'create.content-type-missing': { 'status-400': untyped('invalid_request'), 'read-as-json': untyped(null) },
  'create.json-suffix-types': {
    accepted: wrap('bodies.isJson', (usual, id, type) => usual || (id === 'createOrder' && type.endsWith('+json'))),
  },
}
