// Whether the company put a cancelled order back in production, as it may on its own.
import type { StepContext } from '../kit/context.ts'
import { changesTo, eventsShowing } from './change-events.ts'

export const wasPutBack = async (context: StepContext, id: string): Promise<boolean> =>
  changesTo(await eventsShowing(context, id, 'reactivated'), 'reactivated').length > 0
