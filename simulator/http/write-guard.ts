// Refuses to change anything while the last change could not be kept: what a refused call did must not grow.
import { Refusal } from '../domain/refusal.ts'
import type { Services } from '../services.ts'

/** Throws the 503 while the disk takes nothing; a write that it takes heals all. */
export const requireKept = async ({ store }: Pick<Services, 'store'>): Promise<void> => {
  if (!store.isBehind()) return
  try {
    await store.flush()
  } catch {
    const sentence = 'The last change cannot be kept at present, so nothing is changed; send this again in a moment.'
    throw new Refusal('service_unavailable', sentence, { status: 503 })
  }
}
