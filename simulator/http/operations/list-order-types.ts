// GET /order-types: the product catalog of the lender (Endpoints / GET /order-types).
import { answer, operation, pageOf } from '../operation.ts'

export const listOrderTypes = operation({
  id: 'listOrderTypes',
  access: 'token',
  handle: (call) => {
    const { catalog, present } = call.services.behaviour
    const { lists } = catalog
    const hasAdu = lists.boolean(call.query, 'has_adu', false)
    const format = lists.member(call.query, 'report_format', call.services.contract.enumerations.report_format)
    const products = catalog.list(call.company, call.lender, format)
    const show = (product: (typeof products)[number]) =>
      present.product(
        product,
        product.add_ons.filter((addOn) => catalog.addOnApplies(addOn, hasAdu)),
      )
    return answer(call, 'listOrderTypes', pageOf(call, products, show, lists))
  },
})
