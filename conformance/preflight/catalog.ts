// What the catalog lets a run exercise, and which rules no product of it can show.
import { sentenceOf } from '../../reports/reasons/reason.ts'
import { enumerations } from '../contract/contract.ts'
import { readCatalog } from '../generate/catalog-product.ts'
import type { Enumerations } from '../generate/order-ground.ts'
import { coverCatalog } from '../generate/product-coverage.ts'
import { catalogWithAdu } from '../scenarios/catalog-readings.ts'
import type { StepContext } from '../kit/context.ts'
import { catalog } from '../steps/catalog.ts'
import { entriesAt } from '../steps/read.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import { capped } from './capped.ts'
import type { Findings } from './findings.ts'

const subject = 'order-types'

const plural = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

const look = async (findings: Findings, context: StepContext): Promise<void> => {
  const { pages } = await context.shared(catalog)
  const { products: withAdu } = await context.shared(catalogWithAdu)
  const known = enumerations() as Enumerations
  const plain = pages.flatMap((page) => entriesAt(page, '/data'))
  const read = readCatalog(plain, withAdu, known)
  const { orderable, having, untested } = coverCatalog(read, known)
  const facts = {
    products: read.map(({ code, active, reportFormat, certification, loanTypes, addOns, aduAddOns }) => ({
      code,
      active,
      report_format: reportFormat,
      certification,
      loan_types: loanTypes.length,
      add_ons: addOns.length,
      adu_add_ons: aduAddOns.length,
    })),
    orderable: orderable.map(({ code }) => code),
    offers: Object.entries(having).flatMap(([ability, found]) => (found.length > 0 ? [ability] : [])),
    untested,
  }
  const said = `${plural(read.length, 'product')}, ${orderable.length} of them orderable`
  if (orderable.length === 0)
    findings.warn(
      'catalog',
      subject,
      'nothing_orderable',
      `The catalog has ${said}: no order can be placed; offer the lender account of credentials.main a product.`,
      facts,
    )
  else if (untested.length > 0)
    findings.warn(
      'catalog',
      subject,
      'catalog_leaves_untested',
      `The catalog has ${said}; ${plural(untested.length, 'rule')} cannot be shown with them ` +
        `(${[...new Set(untested.map(({ reason }) => sentenceOf(reason)))].slice(0, 3).join('; ')}).`,
      facts,
    )
  else
    findings.ok(
      'catalog',
      subject,
      `The catalog has ${said}, and every rule about products can be shown with them.`,
      facts,
    )
}

/** A catalog that cannot be read violates a rule, which its checks report. */
export const checkCatalog = async (findings: Findings, context: StepContext): Promise<void> => {
  try {
    await look(findings, context)
  } catch (error) {
    // A catalog of another shape may also lead the reading astray.
    const why = error instanceof Inconclusive || error instanceof TypeError ? (error as Error).message : null
    if (why === null) throw error
    findings.warn(
      'catalog',
      subject,
      'catalog_not_readable',
      `The catalog could not be read (${capped(why)}), so that no order can be made from it.`,
    )
  }
}
