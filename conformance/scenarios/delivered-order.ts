// An order whose report was delivered, one for each report format, shared by all who only look at it.
import type { Scenario } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { advance } from '../steps/advance.ts'
import { pickProduct } from '../steps/catalog.ts'
import { newOrder } from '../steps/place-order.ts'
import { requireSuccess } from '../steps/read.ts'

export type ReportFormat = 'uad_2_6' | 'uad_3_6'

type DeliveredOrder = { id: string; order: Answered }

export const deliveredOrder = (format: ReportFormat): Scenario<DeliveredOrder> => ({
  id: `delivered-order-${format}`,
  async run(context) {
    const fits = ({ report_format }: { report_format: string }) => report_format === format
    const product = await pickProduct(context, { fits, asks: `of the report format ${format}` })
    const { id } = await newOrder(context, product)
    const { answer, order } = await advance(context, id, 'report_complete')
    requireSuccess(answer)
    return { id, order }
  },
})
