// A defect of what the feed is asked for.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import type { EventFilter } from '../../../simulator/store/store.ts'

/** Changes the filter that is looked for. */
export const asking = (change: (filter: EventFilter) => EventFilter): Mutation =>
  op.misread('feed.asked', (filter) => [change(filter)])
