// The product catalog as a lender sees it (Resources / Order type, Endpoints / GET /order-types).
import type { Contract } from '../contract/contract.ts'
import { lists } from './lists.ts'
import type { AddOn, Company, Lender, Product } from '../domain/records.ts'

export const catalog = (contract: Contract) => ({
  /** The catalog's own errors have no 422: what cannot be used is a 400 there. */
  lists: { ...lists(contract), unusableCode: 'invalid_request' },

  compare: (a: Product, b: Product): number => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),

  /** Withdrawn products stay visible with `active` false; withheld ones are absent. */
  isVisible: (product: Product, lender: Lender): boolean => !product.withheld_from.includes(lender.id),

  addOnApplies: (addOn: AddOn, hasAdu: boolean): boolean => hasAdu || !addOn.requires_adu,

  list(company: Company, lender: Lender, reportFormat: string | undefined): Product[] {
    return company.catalog
      .filter((product) => this.isVisible(product, lender))
      .filter((product) => reportFormat === undefined || product.report_format === reportFormat)
      .toSorted(this.compare)
  },
})
