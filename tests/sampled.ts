// What takes minutes by its nature is tried in a fixed sample, spread over the whole; `.ci/nightly` tries all of it.

/** Set by `run-tests --whole`. */
export const isWhole = process.env['ASSAY_TESTS'] === 'whole'

/** @param most - how many where not all are tried; the first is always among them */
export const sampled = <One>(all: readonly One[], most: number): One[] => {
  if (isWhole || all.length <= most) return [...all]
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)]!)
}
