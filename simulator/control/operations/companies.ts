// Companies and their products.
import type { ControlOperations } from '../operation.ts'
import { showCompany } from '../../company/show.ts'
import type { Company, Product } from '../../domain/records.ts'
import { findCompany } from '../../store/find.ts'
import { taken, unusable } from '../../calls/unusable.ts'
import type { Services } from '../../engine/services.ts'
import { absent } from '../../company/find.ts'

type SentCompany = Partial<Omit<Company, 'review_first'>> & {
  name: string
  like?: string
  review_first?: Partial<Company['review_first']>
}

const firstNumber = 10001

type CompanyChange = Partial<Omit<Company, 'review_first' | 'status_labels'>> & {
  review_first?: Partial<Company['review_first']>
  status_labels?: Record<string, string | null>
}

const reworded = (kept: Record<string, string>, sent: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...kept, ...sent }).filter((entry): entry is [string, string] => entry[1] !== null),
  )

type ProductChange = Partial<Pick<Product, 'name' | 'active' | 'fee' | 'withheld_from'>> & {
  add_on_fees?: Record<string, string | null>
}

const checkNames = ({ store }: Services, company: Company, product: Product, change: ProductChange): void => {
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

export const companyOperations = {
  /** The companies with their policies and catalogs. */
  listCompanies: {
    handle: ({ services }) => ({ data: [...services.store.companies.values()].map(showCompany) }),
  },
  /** Another company, with the policies and the catalog of one there is where nothing else is sent. */
  addCompany: {
    handle: async ({ services, body }) => {
      const { ids, clock, store } = services
      const { like, review_first, ...fields } = body as SentCompany
      const model = findCompany(services, like ?? [...store.companies.values()][0]?.id ?? '')
      const id = fields.id ?? ids.next('cmp', clock.now())
      if (store.companies.get(id)) throw taken('company', id)
      const company: Company = {
        ...structuredClone(model),
        ...fields,
        id,
        review_first: { ...model.review_first, ...review_first },
        next_order_number: firstNumber,
      }
      store.companies.put(company)
      await store.flush()
      return showCompany(company)
    },
  },
  /** A company's policies; labels and review rules merge with those it has. */
  changeCompany: {
    handle: async ({ services, params, body }) => {
      const company = findCompany(services, params['company_id']!)
      const { review_first, status_labels, ...fields } = body as CompanyChange
      const changed: Company = {
        ...company,
        ...fields,
        review_first: { ...company.review_first, ...review_first },
        status_labels: reworded(company.status_labels, status_labels ?? {}),
      }
      services.store.companies.put(changed)
      await services.store.flush()
      return showCompany(changed)
    },
  },
  /** Withdraws a product, withholds it, or sets its fees. */
  changeProduct: {
    handle: async ({ services, params, body }) => {
      const company = findCompany(services, params['company_id']!)
      const code = params['product_code']!
      const product = company.catalog.find((one) => one.code === code)
      if (!product) throw absent(`product of ${company.id}`, code, 'GET /companies')
      const { add_on_fees = {}, ...fields } = body as ProductChange
      checkNames(services, company, product, body as ProductChange)
      const feeOf = (addOn: Product['add_ons'][number]) =>
        Object.hasOwn(add_on_fees, addOn.code) ? add_on_fees[addOn.code]! : addOn.fee
      const add_ons = product.add_ons.map((addOn) => ({ ...addOn, fee: feeOf(addOn) }))
      const changed: Product = { ...product, ...fields, add_ons }
      const catalog = company.catalog.map((one) => (one.code === code ? changed : one))
      services.store.companies.put({ ...company, catalog })
      await services.store.flush()
      return changed
    },
  },
} satisfies ControlOperations
