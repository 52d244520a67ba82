// Targets that lie about their rate: each run ends in its minutes and one more, with its report.
import { runAgainst } from '../../tests/hostile-run.ts'
import { drawn, lying } from '../../tests/lying-limits.ts'
import { outcome } from './attack.ts'
import type { Attack } from './attack.ts'

const areas = ['account', 'list', 'limits', 'webhooks'].flatMap((area) => ['--area', area])

export const limits: Attack[] = [
  {
    id: 'Limits',
    sent: 'six of the lies about a rate that a seed draws: Retry-After, remaining, reset, 429 and 503; with `--max-minutes 1`',
    first: 'still running after 260 s, no report',
    bound: 'each ends within 2 minutes, with its report',
    isSlow: true,
    make: async (lab) => {
      const runs = await Promise.all(
        drawn(20_261_129, 5).map(async (lie) => {
          const begun = performance.now()
          const { report, code } = await runAgainst(lab, lying(lie), [...areas, '--max-minutes', '1', '--timeout', '3'])
          return { seconds: (performance.now() - begun) / 1000, isReported: report?.exit_code === code }
        }),
      )
      const longest = Math.round(Math.max(...runs.map(({ seconds }) => seconds)))
      const reported = runs.filter(({ isReported }) => isReported).length
      const held = longest <= 120 && reported === runs.length
      return outcome(`${longest} s at most, ${reported} of ${runs.length} with a report`, held)
    },
  },
]
