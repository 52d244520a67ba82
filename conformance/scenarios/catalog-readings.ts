// The catalog read in every way its query has, each reading with all its pages.
import type { Scenario, StepContext } from '../kit/context.ts'
import { catalog } from '../steps/catalog.ts'
import { requireSuccess } from '../steps/read.ts'
import { itemsOf, walkPages } from '../steps/walk-pages.ts'
import type { Scalar } from '../sut/call.ts'
import type { Answered } from '../evidence/exchange.ts'

export type CatalogReading = { pages: Answered[]; products: Record<string, unknown>[] }

type CatalogReadings = Record<
  'plain' | 'withoutAdu' | 'withAdu' | 'uad_2_6' | 'uad_3_6' | 'uad_3_6 with ADU',
  CatalogReading
>

const readingOf = (pages: Answered[]): CatalogReading => ({ pages, products: itemsOf(pages) })

/** Every page, up to one that was refused. */
const readPages = async (context: StepContext, query: Record<string, Scalar> = {}): Promise<CatalogReading> =>
  readingOf(await walkPages(context, { operationId: 'listOrderTypes', query }))

/** Every page. @throws Inconclusive when one was refused. */
export const readProducts = async (...given: Parameters<typeof readPages>): Promise<CatalogReading> => {
  const reading = await readPages(...given)
  for (const page of reading.pages) requireSuccess(page)
  return reading
}

/** What the catalog lists for a property with an accessory dwelling unit. */
export const catalogWithAdu: Scenario<CatalogReading> = {
  id: 'catalog-with-adu',
  run: (context) => readProducts(context, { has_adu: true }),
}

// A format that is refused is for the check of the formats to say.
export const catalogReadings: Scenario<CatalogReadings> = {
  id: 'catalog-readings',
  async run(context) {
    return {
      plain: readingOf((await context.shared(catalog)).pages),
      withoutAdu: await readProducts(context, { has_adu: false }),
      withAdu: await context.shared(catalogWithAdu),
      // What the next one leaves out, a target may have kept from this one.
      'uad_3_6 with ADU': await readPages(context, { report_format: 'uad_3_6', has_adu: true }),
      uad_2_6: await readPages(context, { report_format: 'uad_2_6' }),
      uad_3_6: await readPages(context, { report_format: 'uad_3_6' }),
    }
  },
}
