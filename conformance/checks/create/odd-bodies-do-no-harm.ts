// Bodies that a careless client sends, and that no passage is about, are taken or refused: none makes the service fail.
import type { OddCreate } from '../../steps/odd-create.ts'
import { currencyShown, doubledAddOn, looseCreates, occupancyShown, strictCreates } from '../../steps/odd-creates.ts'
import { showsIncomplete } from '../../steps/incomplete-parts.ts'
import { randomPick } from '../../generate/order-ground.ts'
import { withNulls } from '../../generate/optional-fields.ts'
import {
  askOddly,
  lookForLeft,
  leavesNothing,
  only422,
  unforeseen,
  unusable,
  type Asked,
  type Oddity,
} from '../../steps/ask-oddly.ts'
import { pickProduct, type Product } from '../../steps/catalog.ts'
import { orderBody, type OrderBody } from '../../steps/order-body.ts'
import { includes } from '../../evidence/expected.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { jsonOf, type Answered } from '../../evidence/exchange.ts'
import { Inconclusive } from '../../evidence/inconclusive.ts'
import type { CallOptions } from '../../sut/call.ts'
import type { CheckContext } from '../../kit/context.ts'
import { check } from '../../kit/check.ts'

const co = { role: 'co_borrower', first_name: 'Noor', last_name: 'Sample' }
const cellEmail = { type: 'email', role: 'cell', value: 'noor@example.com' }

const contactsOfOne = 'create.borrower-contacts-required'
const position = 'create.contacts-position'
const inline = 'create.inline-documents'

type Sent = { body: OrderBody; mark: string }

/** Plain, with an add-on where the catalog has such a product. */
const productFor = async (context: CheckContext): Promise<Product> => {
  const isPlain = ({ appraiser_certification: needs, loan_purposes, loan_types }: Product) =>
    needs === 'none' && loan_purposes.length === 0 && loan_types.length === 0
  for (const fits of [(one: Product) => isPlain(one) && one.add_ons.length > 0, isPlain])
    try {
      return await pickProduct(context, { fits })
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error
    }
  return pickProduct(context)
}

const sound = (context: CheckContext, product: Product, mark: string): Sent => {
  const body = orderBody(context, product)
  return { mark, body: { ...body, lender_reference: `${mark}-${body.lender_reference}` } }
}

const oddityOf = (context: CheckContext, { body }: Sent, one: OddCreate): Oddity => ({
  what: one.what,
  rule: unforeseen,
  operation: 'createOrder',
  options: { json: one.change(body), headers: { 'Idempotency-Key': context.marker() } },
  freedom: one.freedom,
  taken:
    typeof one.taken === 'string'
      ? one.taken
      : (answer) => (one.taken as never as (order: unknown) => string | null)(jsonOf(answer.response.body)),
  mark: body.lender_reference,
  ...(one.refused !== undefined && { refused: one.refused }),
})

/** What an order was placed with that lacks a part shows what it has. */
const expectShown = ({ expect }: CheckContext, { shows = [] }: OddCreate, answer: Answered): void => {
  for (const { pointer, rule, expected, accept } of shows)
    if (succeeded(answer)) expect(rule).that(seen(answer, pointer), accept, expected)
}

/** In one order what most take, and each alone where that is refused. */
const askTogether = async (context: CheckContext, all: readonly OddCreate[], next: () => Sent): Promise<Asked[]> => {
  const together: OddCreate = {
    what: all.map(({ what }) => what).join(', '),
    freedom: all[0]!.freedom,
    change: (body) => all.reduce((changed, { change }) => change(changed), body),
    taken: () => null,
  }
  const { freedom: _freedom, taken: _taken, ...oddity } = oddityOf(context, next(), together)
  const answer = await askOddly(context, oddity)
  if (!succeeded(answer)) {
    const alone: Asked[] = [{ oddity, answer }]
    const files = all.filter(({ freedom }) => freedom === inline)
    const others = all.filter(({ freedom }) => freedom !== inline)
    // Files may ride along in another shape: then the others may still be taken together.
    const isMixed = files.length > 0 && others.length > 0
    for (const one of isMixed ? files : all) {
      const each = oddityOf(context, next(), one)
      const answer = await askOddly(context, each)
      alone.push({ oddity: each, answer })
      expectShown(context, one, answer)
    }
    return isMixed ? [...(await askTogether(context, others, next)), ...alone] : alone
  }
  for (const one of all) {
    const { freedom, taken } = one
    expectShown(context, one, answer)
    const reading = typeof taken === 'string' ? taken : taken((jsonOf(answer.response.body) ?? {}) as never)
    if (reading !== null) context.recordReading(freedom, reading, answer)
  }
  return [{ oddity, answer }]
}

const askBehind = (context: CheckContext, { body }: Sent): Promise<Answered> => {
  const [{ contacts, ...bare }] = body.borrowers as [Record<string, unknown>]
  return askOddly(context, {
    what: 'a borrower without contacts behind a co-borrower who has some',
    rule: unforeseen,
    operation: 'createOrder',
    options: {
      json: { ...body, borrowers: [{ ...co, contacts }, bare] },
      headers: { 'Idempotency-Key': context.marker() },
    },
  })
}

/**
 * The borrower behind a co-borrower, who alone has contacts. Where the entry of the borrower counts, that is refused; where the first
 * entry counts, a co-borrower without contacts there is. A service that takes both asks nobody for contacts.
 */
const askForPosition = async (context: CheckContext, first: Answered, next: () => Sent): Promise<void> => {
  const isAsked = succeeded(first) || first.response.status === 422
  const answers = isAsked ? [first, await askBehind(context, next())] : [first]
  const statuses = answers.map(({ response }) => response.status)
  const isRefused = statuses.includes(422)
  // Another refusal may have another reason, and a failure none.
  if (isRefused || answers.every(succeeded))
    context.expect(contactsOfOne).that(computedFrom(statuses, ...answers), () => isRefused, includes(422))
  else context.expect(contactsOfOne).notTested('no-violation')
  const [, second] = answers
  if (succeeded(first) || !second) return
  const reading = succeeded(second) ? 'by-position' : second.response.status === 422 ? 'both' : null
  if (reading !== null) context.recordReading(position, reading, first, second)
}

/** Two faults of the structure, so that it shows whether all are named, and one of the meaning. */
const askForBoth = async (context: CheckContext, { body }: Sent): Promise<Asked> => {
  const [first] = body.borrowers
  const oddity: Oddity = {
    what: 'no contacts, and a product that is not there',
    rule: unusable,
    operation: 'createOrder',
    options: {
      json: {
        ...body,
        order_type_code: 'painted',
        borrowers: [
          { ...first, contacts: [] },
          { ...co, contacts: [cellEmail] },
        ],
      },
      headers: { 'Idempotency-Key': context.marker() },
    },
    mark: body.lender_reference,
  }
  const answer = await askOddly(context, oddity)
  const code = fieldAt(answer, '/code')
  const fields = JSON.stringify(fieldAt(answer, '/details') ?? null)
  const isOfBoth = fields.includes('order_type_code') && fields.includes('contacts')
  if (code === 'semantic_validation_failed')
    context.recordReading('errors.precedence-of-codes', 'semantic-code', answer)
  else if (code === 'validation_failed' && isOfBoth)
    context.recordReading('errors.precedence-of-codes', 'details-of-both', answer)
  else if (code === 'validation_failed' && (fields.match(/contacts/g) ?? []).length > 1)
    context.recordReading('errors.precedence-of-codes', 'structure-first', answer)
  return { oddity, answer }
}

/** What comes first at an account that may not order: that, the values, or the body that cannot be read. */
const askByCard = async (context: CheckContext, body: OrderBody): Promise<void> => {
  const role = 'card_billed'
  const ask = (what: string, options: CallOptions) =>
    askOddly(context, {
      what,
      rule: unusable,
      operation: 'createOrder',
      options: { role, ...options, headers: { 'Idempotency-Key': context.marker(), ...options.headers } },
    })
  const unread = await ask('a malformed body of an account that is billed by card', {
    body: '{"order_type_code":',
    headers: { 'Content-Type': 'application/json' },
  })
  const unused = await ask('an unusable body of an account that is billed by card', {
    json: { ...body, borrowers: [] },
  })
  const [first, second] = [unread, unused].map(({ response }) => response.status)
  const freedom = 'create.billing-precedence'
  // A 400 says nothing of the bill: a body that cannot be read may come first for everybody (`errors.malformed-json-precedence`).
  if (first === 403) context.recordReading(freedom, 'status-403', unread)
  else if (second === 422) context.recordReading(freedom, 'status-422', unused)
}

export default check({
  id: 'create.odd-bodies-do-no-harm',
  verifies: [unforeseen, unusable, leavesNothing, contactsOfOne, currencyShown, occupancyShown, ...showsIncomplete],
  needs: ['orders'],
  async run(context) {
    const { client, expect, has, marker, random } = context
    const product = await productFor(context)
    const mark = marker()
    const next = () => sound(context, product, mark)
    const loose = looseCreates(randomPick(random)).filter(
      ({ freedom }) => product.appraiser_certification === 'none' || freedom !== 'create.fha-number-on-none',
    )
    const asked = await askTogether(context, [...loose, ...product.add_ons.slice(0, 1).map(doubledAddOn)], next)
    for (const rule of showsIncomplete) expect(rule).notTested('no-order-with-part')
    for (const one of strictCreates()) {
      const oddity = oddityOf(context, next(), one)
      const answer = await askOddly(context, oddity)
      asked.push({ oddity, answer })
      if (one.kept === undefined) continue
      if (succeeded(answer)) expect(one.kept.rule).equal(seen(answer, one.kept.pointer), one.kept.value)
      else expect(one.kept.rule).notTested('no-order-with-part')
    }
    const first = asked.find(({ oddity }) => oddity.freedom === position) ?? asked[0]!
    await askForPosition(context, first.answer, next)
    const { body } = next()
    const nulls: Oddity = {
      what: 'null for each optional field',
      rule: unforeseen,
      operation: 'createOrder',
      options: { json: withNulls('CreateOrderRequest', body), headers: { 'Idempotency-Key': marker() } },
      freedom: 'conventions.null-in-requests',
      taken: 'as-omitted',
      refused: only422,
      mark: body.lender_reference,
    }
    asked.push({ oddity: nulls, answer: await askOddly(context, nulls) }, await askForBoth(context, next()))
    if (has('card_billed')) await askByCard(context, body)
    await lookForLeft(context, asked, () => client.call('listOrders', { query: { per_page: 100 } }))
  },
})
