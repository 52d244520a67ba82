// The planning region of a postal code of Connecticut, which the census has in place of its counties since 2022.
import { planningRegions } from './planning-regions.ts'

const runs = planningRegions
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [region = '', codes = ''] = line.split(': ')
    return codes.split(' ').map((run) => [Number(run.slice(0, 5)), Number(run.slice(-5)), region] as const)
  })

/** Undefined in every other state. */
export const planningRegionOf = (postalCode: string): string | undefined => {
  const code = Number(postalCode.slice(0, 5))
  return runs.find(([first, last]) => code >= first && code <= last)?.[2]
}
