// Refuses to change anything while the last change could not be kept: what a refused call did must not grow.
import { Refusal } from '../domain/refusal.ts'
import type { Services } from '../engine/services.ts'

const keep = async ({ store }: Pick<Services, 'store'>): Promise<void> => {
  try {
    await store.flush()
  } catch {
    const sentence = 'The last change cannot be kept at present, so nothing is changed; send this again in a moment.'
    throw new Refusal('service_unavailable', sentence, { status: 503 })
  }
}

/** Throws the 503 while the disk takes nothing; a write that it takes heals all. There is nothing to wait for as a rule. */
export const requireKept = (services: Pick<Services, 'store'>): Promise<void> | undefined =>
  services.store.isBehind() ? keep(services) : undefined
