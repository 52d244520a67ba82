// A resource of another lender that is refused in a way that shows it is there.
import { Refusal } from '../../simulator/domain/refusal.ts'
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../simulator/behaviour/operators/index.ts'

export const refuseForeign = (code: string, status: number): Mutation =>
  op.instead('access.find', (usual, account, resource, what) => {
    if (resource && resource.account !== account) throw new Refusal(code, 'This is not yours.', { status })
    return usual(account, resource, what) as never
  })
