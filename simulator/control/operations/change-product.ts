// PATCH /companies/{company_id}/products/{product_code}: withdraws a product, withholds it, or sets its fees.
import type { Company, Product } from '../../domain/records.ts'
import type { Services } from '../../engine/services.ts'
import { findCompany } from '../../store/find.ts'
import { absent } from '../../company/find.ts'
import { controlOperation } from '../operation.ts'
import { unusable } from '../../calls/unusable.ts'

type Change = Partial<Pick<Product, 'name' | 'active' | 'fee' | 'withheld_from'>> & {
  add_on_fees?: Record<string, string | null>
}

const checkNames = ({ store }: Services, company: Company, product: Product, change: Change): void => {
  const stranger = change.withheld_from?.find((id) => store.lenders.get(id)?.company_id !== company.id)
  if (stranger !== undefined) {
    const sentence = `${stranger} is no lender of ${company.id}; GET /lenders shows those there are.`
    throw unusable(sentence, 'withheld_from', stranger, 'must be ids of lenders of this company')
  }
  const codes = product.add_ons.map(({ code }) => code)
  const unknown = Object.keys(change.add_on_fees ?? {}).find((code) => !codes.includes(code))
  if (unknown === undefined) return
  const sentence = `${unknown} is no add-on of ${product.code}; it has ${codes.join(', ') || 'none'}.`
  throw unusable(sentence, `add_on_fees.${unknown}`, unknown, 'must be an add-on of this product')
}

export const changeProduct = controlOperation({
  id: 'changeProduct',
  method: 'patch',
  path: '/companies/{company_id}/products/{product_code}',
  body: 'required',
  handle: async ({ services, params, body }) => {
    const company = findCompany(services, params['company_id']!)
    const code = params['product_code']!
    const product = company.catalog.find((one) => one.code === code)
    if (!product) throw absent(`product of ${company.id}`, code, 'GET /companies')
    const { add_on_fees = {}, ...fields } = body as Change
    checkNames(services, company, product, body as Change)
    const feeOf = (addOn: Product['add_ons'][number]) =>
      Object.hasOwn(add_on_fees, addOn.code) ? add_on_fees[addOn.code]! : addOn.fee
    const add_ons = product.add_ons.map((addOn) => ({ ...addOn, fee: feeOf(addOn) }))
    const changed: Product = { ...product, ...fields, add_ons }
    const catalog = company.catalog.map((one) => (one.code === code ? changed : one))
    services.store.companies.put({ ...company, catalog })
    await services.store.flush()
    return changed
  },
})
