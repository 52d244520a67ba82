// The product whose fee the company quotes, as the company's side shows it.
import type { StepContext } from '../kit/context.ts'
import { pickProduct } from '../steps/catalog.ts'
import { fieldAt } from '../steps/read.ts'
import { requirePort } from '../sut/control.ts'
import { accountOf } from './account-of.ts'
import type { Field } from './company-actions.ts'

/** Its code. @throws Inconclusive `not-tested` where the company cannot be asked */
export const quotedProduct = async (context: StepContext): Promise<string> => {
  const { data } = (await requirePort(context, 'listCompanies').ask('GET', '/companies')) as { data: Field[] }
  const company = fieldAt(await context.shared(accountOf('main')), '/company/id')
  const products = (data.find(({ id }) => id === company)?.['catalog'] ?? []) as Field[]
  const quoted = new Set(products.filter(({ fee }) => fee === null).map(({ code }) => code))
  return (await pickProduct(context, { fits: ({ code }) => quoted.has(code), asks: 'whose fee the company quotes' }))
    .code
}
