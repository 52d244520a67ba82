// What single values of companies, lenders and credentials have to be, beyond their types, in a world that is given or imported.
import type { Contract } from '../contract/contract.ts'
import type { Client, Company, Lender } from '../domain/records.ts'
import type { AddOn, Product, WorldCompany } from '../domain/world.ts'

/** An object out of a file may have a `toString` that is none. */
export const said = (value: unknown): string =>
  JSON.stringify((typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 60))

/** A decimal number with two places, such as `525.00`; null where the company quotes it. */
const isFee = (value: unknown): boolean => value === null || (typeof value === 'string' && /^\d+\.\d\d$/.test(value))

const isCurrency = (value: unknown): boolean => typeof value === 'string' && /^[A-Z]{3}$/.test(value)

const billings: readonly string[] = ['invoiced', 'card'] satisfies Lender['billing'][]
const environments: readonly string[] = ['production', 'sandbox'] satisfies Client['environment'][]

const oneOf = (known: readonly string[]): string => `one of ${known.join(', ')} was expected`
const currencyWanted = 'three capital letters were expected'
const feeWanted = 'a decimal number with two places was expected, or null'

/** `lender len_1 has the billing "monthly", where one of invoiced, card was expected` */
export const unlike = (whose: string, what: string, value: unknown, wanted: string): string =>
  `${whose} has the ${what} ${said(value)}, where ${wanted}`

/** Of a product, or of the type of an order. What certifications there are, the contract leaves open. */
export const formatFault = (whose: string, format: string, { enumerations }: Contract): string | undefined =>
  enumerations.report_format.includes(format)
    ? undefined
    : unlike(whose, 'report format', format, oneOf(enumerations.report_format))

export const feeFault = (whose: string, fee: unknown): string | undefined =>
  isFee(fee) ? undefined : unlike(whose, 'fee', fee, feeWanted)

export const currencyFault = (whose: string, currency: unknown): string | undefined =>
  isCurrency(currency) ? undefined : unlike(whose, 'currency', currency, currencyWanted)

const addOnFault = (of: string, { code, fee }: AddOn): string | undefined =>
  feeFault(`add-on ${said(code)} of ${of}`, fee)

const productFault = (company: string, product: Product, contract: Contract) => {
  const whose = `product ${said(product.code)} of company ${company}`
  const addOn = product.add_ons.map((one) => addOnFault(whose, one)).find((fault) => fault !== undefined)
  return formatFault(whose, product.report_format, contract) ?? feeFault(whose, product.fee) ?? addOn
}

const labelFault = (company: string, labels: object, known: Contract['lifecycle']['labels']): string | undefined => {
  for (const [code, label] of Object.entries(labels)) {
    if (!Object.hasOwn(known, code))
      return `company ${company} has a label for the status ${said(code)}, which there is not`
    if (typeof label !== 'string')
      return unlike(`company ${company}`, `label ${said(code)}`, label, 'a text was expected')
  }
  return undefined
}

type Parties = {
  companies: readonly (WorldCompany | Company)[]
  lenders: readonly Lender[]
  clients: readonly Pick<Client, 'id' | 'environment'>[]
}

/** The first value of them that nobody could use. */
export const partyValueFault = ({ companies, lenders, clients }: Parties, contract: Contract): string | undefined => {
  for (const { id, currency, status_labels, catalog } of companies) {
    const fault =
      currencyFault(`company ${id}`, currency) ??
      labelFault(id, status_labels, contract.lifecycle.labels) ??
      catalog.map((product) => productFault(id, product, contract)).find((one) => one !== undefined)
    if (fault !== undefined) return fault
  }
  for (const { id, billing } of lenders)
    if (!billings.includes(billing)) return unlike(`lender ${id}`, 'billing', billing, oneOf(billings))
  for (const { id, environment } of clients)
    if (!environments.includes(environment))
      return unlike(`credential ${id}`, 'environment', environment, oneOf(environments))
  return undefined
}
