// Permitted readings of the freedoms of the area create.
import { instead, replace, skip, wrap } from '../operators/index.ts'
import type { AddressDraft, OrderDraft } from '../../domain/order-draft.ts'
import type { Address, Company } from '../../domain/records.ts'
import type { Detail } from '../../domain/refusal.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Place } from '../../places/resolve-postal-code.ts'
import type { BodyFault } from '../bodies.ts'
import type { CodeOfRefusal, CreationRule } from '../creation.ts'
import type { Fault } from '../problems.ts'
import type { Shape } from '../shape.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'
import { answers, faultsAs, ruleAs, stepAfter } from './takings.ts'

type Fits = (fault: Fault) => boolean

const invalid = (field: string, value: unknown, message: string): Detail[] => [
  { field, code: 'invalid_value', value, message },
]

const keyword =
  (...names: string[]): Fits =>
  (fault) =>
    names.includes(fault.keyword) && fault.field !== 'borrowers'
const isPrice: Fits = ({ keyword, field }) => keyword === 'pattern' && field === 'loan.purchase_price'
const isCount: Fits = ({ keyword, field }) =>
  field === 'borrowers' && (keyword === 'minItems' || keyword === 'maxItems')

const fault = (fits: Fits, code: CodeOfRefusal): ReadingPatch => faultsAs('createOrder', fits, code)

/** One more rule of the company's own. */
const refused =
  (code: CodeOfRefusal, rule: CreationRule): ReadingPatch =>
  ({ behaviour: { creation } }) => {
    creation.own.push({ code, rule })
  }

const understood = (change: (draft: OrderDraft) => OrderDraft): ReadingPatch =>
  wrap('creation.read', (usual) => change(usual))

const kept =
  (change: (address: Address, sent: AddressDraft, place: Place | undefined) => Address): ReadingPatch =>
  ({ behaviour: { creation } }) => {
    const { address } = creation
    creation.address = function (sent) {
      return change(address.call(creation, sent), sent, creation.resolve(sent.postal_code))
    }
  }

const property = (shape: unknown, path: string): Shape =>
  path.split('.').reduce((inner, name) => (inner['properties'] as Record<string, Shape>)[name]!, shape as Shape)

const companies =
  (change: (company: Omit<Company, 'next_order_number'>) => void): ReadingPatch =>
  ({ world }) => {
    for (const company of world.companies) change(company)
  }

const dayOf = (date: string): Date => new Date(`${date}T00:00:00Z`)
const fixedHolidays = ['01-01', '06-19', '07-04', '11-11', '12-25']
const twoYears = 2 * 366 * 86_400_000

const restDay: CreationRule = ({ due_date }, { now }) => {
  const day = dayOf(due_date)
  const rests = [0, 6].includes(day.getUTCDay()) || fixedHolidays.includes(due_date.slice(5))
  return rests || day.getTime() - now > twoYears ? invalid('due_date', due_date, 'is no day to deliver on') : []
}

const oddRoles: CreationRule = ({ borrowers }) => {
  const roles = borrowers.map(({ role }) => role)
  const isOdd = !roles.includes('borrower') || new Set(roles).size < roles.length
  return isOdd ? invalid('borrowers', roles, 'must be one borrower and at most one co-borrower') : []
}

const contactsThat =
  (wrong: (contact: { type: string; value: string }) => boolean, message: string): CreationRule =>
  ({ borrowers, parties }) => {
    const inList = (path: string, contacts: readonly { type: string; value: string }[] | null | undefined) =>
      (contacts ?? []).flatMap((contact, index) =>
        wrong(contact) ? invalid(`${path}.${index}.value`, contact.value, message) : [],
      )
    return [
      ...borrowers.flatMap(({ contacts }, index) => inList(`borrowers.${index}.contacts`, contacts)),
      ...inList('parties.real_estate_agent.contacts', parties?.real_estate_agent?.contacts),
    ]
  }

const noCountryCode = contactsThat(
  ({ type, value }) => type === 'phone' && !/^\s*\+\s*[1-9]/.test(value),
  'must begin with a country code',
)
const noAddress = (text: string): boolean => !/^[^@]+@[^@]+$/.test(text.trim())
const noEmail: CreationRule = (draft, context) => [
  ...contactsThat(({ type, value }) => type === 'email' && noAddress(value), 'must be an email address')(
    draft,
    context,
  ),
  ...(draft.parties?.additional_contacts ?? []).flatMap(({ email }, index) =>
    email && noAddress(email)
      ? invalid(`parties.additional_contacts.${index}.email`, email, 'must be an email address')
      : [],
  ),
]

const contactsOfFirst: CreationRule = ({ borrowers: [first] }) =>
  (first?.contacts ?? []).length > 0
    ? []
    : [{ field: 'borrowers.0.contacts', code: 'required', value: null, message: 'needs a phone or an email entry' }]

const contacts =
  (...rules: ('by-role' | 'by-position')[]): ReadingPatch =>
  ({ behaviour: { creation } }) => {
    const { structural } = creation
    const byRole = structural.borrowerContacts
    structural.borrowerContacts = (draft, context) => {
      const details = rules.flatMap((one) => (one === 'by-role' ? byRole : contactsOfFirst)(draft, context))
      return details.filter(({ field }, index) => details.findIndex((one) => one.field === field) === index)
    }
  }

/** `450,000.0` as `450000.00`. */
const asMoney = (text: string): string => {
  const [whole = '', cents = ''] = text.replaceAll(',', '').split('.')
  return `${whole}.${cents.padEnd(2, '0')}`
}

const normalised: ReadingPatch = (ground) => {
  const price = property(ground.behaviour.shapes.createOrder, 'loan.purchase_price')
  price['pattern'] = '^-?[0-9][0-9,]*(\\.[0-9]{1,2})?$'
  understood((draft) => {
    const { purchase_price } = draft.loan
    return purchase_price ? { ...draft, loan: { ...draft.loan, purchase_price: asMoney(purchase_price) } } : draft
  })(ground)
}

const unusedFields = ({ loan }: OrderDraft): ('purpose_other' | 'purchase_price')[] => [
  ...(loan.purpose !== 'other' && loan.purpose_other ? (['purpose_other'] as const) : []),
  ...(loan.purpose !== 'purchase' && loan.purchase_price ? (['purchase_price'] as const) : []),
]

const sameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** Refuses an address by the place of its postal code. */
const placeRefused =
  (faults: (address: AddressDraft, place: Place) => Detail[]): ReadingPatch =>
  (ground) => {
    const { creation } = ground.behaviour
    refused('semantic_validation_failed', ({ property: { address } }) => {
      const place = creation.resolve(address.postal_code)
      return place ? faults(address, place) : []
    })(ground)
  }

const otherCity = placeRefused(({ city }, place) =>
  city && !sameName(city, place.city) ? invalid('property.address.city', city, 'is not its city') : [],
)

/** A state in full or a county with its designation is the same by another name. */
const otherRegion = placeRefused(({ state, county }, place) => {
  const isStray = state && /^[a-z]{2}$/i.test(state) && !sameName(state, place.state)
  const counties = [place.county, ...Object.values(shared).flat()]
  const isKnown = county && counties.some((one) => county.toLowerCase().startsWith(one.toLowerCase()))
  return [
    ...(isStray ? invalid('property.address.state', state, 'is not its state') : []),
    ...(county && !isKnown ? invalid('property.address.county', county, 'is not its county') : []),
  ]
})

const isNine = (code: string): boolean => /^\d{5}-\d{4}$/.test(code)

const twoOfOneType: CreationRule = ({ notes }) => {
  const types = (notes ?? []).map(({ type }) => type)
  const again = types.findIndex((type, index) => types.indexOf(type) !== index)
  return again < 0 ? [] : invalid(`notes.${again}.type`, types[again], 'has a note already')
}

/** Codes that lie in two counties; the first is the one with most of their addresses. */
const shared: Record<string, readonly [string, string]> = {
  '60010': ['Lake', 'Cook'],
  '75252': ['Collin', 'Dallas'],
  '75287': ['Collin', 'Dallas'],
  '78613': ['Williamson', 'Travis'],
  '94303': ['Santa Clara', 'San Mateo'],
}

const countyOf = (choose: (usual: string | null, counties: readonly [string, string]) => string | null): ReadingPatch =>
  kept((address, sent) => {
    const counties = shared[sent.postal_code.slice(0, 5)]
    return counties && !sent.county ? { ...address, county: choose(address.county, counties) } : address
  })

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

const text: Shape = { type: 'string' }
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

const enumerated = keyword('enum')
const dated = keyword('format')

export const create: AreaReadings = {
  'create.missing-required-status': { 'status-400': fault(keyword('required'), 'invalid_request') },
  'create.wrong-type-status': { 'status-400': fault(({ kind }) => kind === 'wrongType', 'invalid_request') },
  'create.unknown-enum-status': {
    'semantic-422': fault(enumerated, 'semantic_validation_failed'),
    'status-400': fault(enumerated, 'invalid_request'),
  },
  'create.malformed-date-status': {
    'semantic-422': fault(dated, 'semantic_validation_failed'),
    'status-400': fault(dated, 'invalid_request'),
  },
  'create.past-due-date-code': { 'validation-failed': ruleAs('dueDate', 'validation_failed') },
  'create.due-date-on-rest-days': { 'status-422': refused('semantic_validation_failed', restDay) },
  'create.borrower-count-status': {
    'semantic-422': fault(isCount, 'semantic_validation_failed'),
    'status-400': fault(isCount, 'invalid_request'),
  },
  'create.contacts-position': { 'by-position': contacts('by-position'), both: contacts('by-position', 'by-role') },
  'create.borrower-roles': {
    'status-422': refused('validation_failed', oddRoles),
    'status-400': refused('invalid_request', oddRoles),
  },
  'create.email-on-cell': {
    'semantic-422': ruleAs('emailRole', 'semantic_validation_failed'),
    'status-400': ruleAs('emailRole', 'invalid_request'),
  },
  'create.phone-without-country-code': {
    'status-422': refused('validation_failed', noCountryCode),
    'status-400': refused('invalid_request', noCountryCode),
  },
  'create.email-form': {
    'status-422': refused('validation_failed', noEmail),
    'status-400': refused('invalid_request', noEmail),
  },
  'create.money-form': {
    'semantic-422': fault(isPrice, 'semantic_validation_failed'),
    'status-400': fault(isPrice, 'invalid_request'),
    normalised,
  },
  'create.money-sign': {
    accepted: skip('creation.structural.purchasePriceSign'),
  },
  'create.currency-value': {
    'three-letters': skip('creation.structural.currency'),
  },
  'create.unused-conditional-fields': {
    dropped: understood((draft) => {
      const dropped = Object.fromEntries(unusedFields(draft).map((field) => [field, null]))
      return { ...draft, loan: { ...draft.loan, ...dropped } }
    }),
    'status-422': refused('semantic_validation_failed', (draft) =>
      unusedFields(draft).flatMap((field) =>
        invalid(`loan.${field}`, draft.loan[field], 'does not go with the purpose'),
      ),
    ),
  },
  'create.fha-number-on-none': {
    stored: replace('creation.fhaCaseNumber', (_product, sent) => sent),
    'status-422': refused('semantic_validation_failed', ({ loan }, { product }) =>
      product.appraiser_certification === 'none' && loan.fha_case_number
        ? invalid('loan.fha_case_number', loan.fha_case_number, 'is not used for this product')
        : [],
    ),
  },
  'create.duplicate-add-ons': {
    twice: replace('creation.addOnCodes', (sent) => [...sent]),
    'status-422': refused('semantic_validation_failed', ({ add_on_codes }) => {
      const codes = add_on_codes ?? []
      const again = codes.findIndex((code, index) => codes.indexOf(code) !== index)
      return again < 0 ? [] : invalid(`add_on_codes.${again}`, codes[again], 'is there already')
    }),
  },
  'create.city-differs': {
    'as-sent': kept((address, sent) => ({ ...address, city: sent.city || address.city })),
    'status-422': otherCity,
  },
  'create.state-or-county-differs': {
    replaced: kept((address, _sent, place) =>
      place ? { ...address, state: place.state, county: place.county } : address,
    ),
    'status-422': otherRegion,
  },
  'create.postal-code-form': {
    'five-digits': kept((address) => ({ ...address, postal_code: address.postal_code.slice(0, 5) })),
    'status-422': instead('creation.semantic.postalCode', (usual, draft, context) => {
      const { postal_code } = draft.property.address
      return isNine(postal_code)
        ? invalid('property.address.postal_code', postal_code, 'cannot be resolved to a place in the United States')
        : usual(draft, context)
    }),
  },
  'create.unresolvable-postal-code-code': { 'validation-failed': ruleAs('postalCode', 'validation_failed') },
  'create.inactive-product-refusal': { 'validation-failed': ruleAs('productActive', 'validation_failed') },
  'create.restriction-code': {
    'validation-failed': (ground) => {
      ruleAs('loanPurposeAllowed', 'validation_failed')(ground)
      ruleAs('propertyTypeAllowed', 'validation_failed')(ground)
    },
  },
  'create.two-notes-of-one-type': {
    'status-422': refused('validation_failed', twoOfOneType),
    'status-400': refused('invalid_request', twoOfOneType),
  },
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
  'create.has-adu-false-code': {
    'validation-failed': ruleAs('hasAdu', 'validation_failed', (value) => value === false),
  },
  'create.street-standardised': {
    'postal-form': kept((address) => ({
      ...address,
      street: address.street && address.street.toUpperCase(),
      unit: address.unit && address.unit.toUpperCase(),
    })),
  },
  'create.county-when-several': {
    'any-of-them': countyOf((_usual, [, other]) => other),
    'null-value': countyOf(() => null),
  },
}
