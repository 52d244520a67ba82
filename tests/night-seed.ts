// The seed of a night, which `.ci/nightly` sets; by day it is fixed.
export const nightSeed = (byDay = 20_261_129): number => Number(process.env['ASSAY_NIGHTLY_SEED'] ?? byDay)
