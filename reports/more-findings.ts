// What a record counts of findings like those that it has in full.
import type { Run } from './summary.ts'

/** For each finding, by its position, how many more are like it. */
export const moreLike = ({ findings, again }: Pick<Run, 'findings' | 'again'>): number[] => {
  const more = findings.map(() => 0)
  for (const { like } of again) more[like]! += 1
  return more
}

/** Exchanges and deliveries that findings name. */
export const shownWrong = ({ findings, again }: Pick<Run, 'findings' | 'again'>): Set<string> =>
  new Set([findings, again].flatMap((all) => all.flatMap(({ requests }) => requests)))
