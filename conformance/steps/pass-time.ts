// Letting the target's time pass, where two things must not happen at the same instant.
import { setTimeout as sleep } from 'node:timers/promises'
import type { StepContext } from '../kit/context.ts'

/** Moves the target's clock where it can be moved, and waits otherwise. */
export const passTime = async ({ control }: StepContext, seconds: number): Promise<void> => {
  await (control ? control.advanceClock(seconds) : sleep(seconds * 1000))
}
