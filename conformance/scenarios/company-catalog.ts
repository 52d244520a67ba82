// The catalog as the company itself keeps it, which only a control port shows: what is withheld, withdrawn, or quoted.
import type { Scenario } from '../kit/context.ts'
import { textAt } from '../steps/read.ts'
import { notTested, reason } from '../evidence/inconclusive.ts'
import { requirePort } from '../sut/control.ts'
import { accountOf } from './account-of.ts'

type AddOn = { code: string; requires_adu: boolean; fee: string | null }

type CompanyProduct = {
  code: string
  active: boolean
  withheld_from: string[]
  fee: string | null
  add_ons: AddOn[]
}

/** `products` with what the company offers to our lender apart from what it withholds. */
type CompanysCatalog = { products: CompanyProduct[]; isWithheld: (product: CompanyProduct) => boolean }

export const companyCatalog: Scenario<CompanysCatalog> = {
  id: 'company-catalog',
  async run(context) {
    const port = requirePort(context, 'listCompanies')
    const account = await context.shared(accountOf('main'))
    const [company, lender] = [textAt(account, '/company/id'), textAt(account, '/lender/id')]
    const { data } = (await port.ask('GET', '/companies')) as { data: { id: string; catalog: CompanyProduct[] }[] }
    const products = data.find(({ id }) => id === company)?.catalog ?? []
    if (products.length === 0) throw notTested(reason('no-catalog-of-company', { company }))
    return { products, isWithheld: ({ withheld_from }) => withheld_from.includes(lender) }
  },
}
