// What each check says of itself, as the build wrote it down: a command that runs one check loads the file of that check alone.
import { contractKey } from '../../fixtures/contract-key.ts'
import { fixturePath } from '../../fixtures/read-fixture.ts'
import { readMade } from '../../fixtures/read-made.ts'
import type { Check } from '../kit/check.ts'

/** @property isAll - whether the check has no functions but `run` */
export type Outline = Pick<Check, 'id' | 'verifies' | 'needs' | 'needsFor' | 'phase'> & { file: string; isAll: boolean }

export const outlineOf = (file: string, check: Check): Outline => {
  const { id, verifies, needs, needsFor, phase, wait, atFullWindow } = check
  const isAll = wait === undefined && atFullWindow === undefined
  return { file, isAll, id, verifies, needs, ...(needsFor && { needsFor }), ...(phase && { phase }) }
}

/** Rows of the contract's YAML may give a check its rules: null where nothing was written down for this very text. */
export const writtenOutlines = (): Outline[] | null => {
  const made = readMade(new URL('outlines.json', import.meta.url)) as { key?: string; outlines?: Outline[] } | null
  return made?.outlines && made.key === contractKey(fixturePath('')) ? made.outlines : null
}
