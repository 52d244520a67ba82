// Why a finding was not rerun, or why its rerun has no verdict.
import { entry } from './entry.ts'

export const rerunReasons = {
  'from-journal': entry('outside', 'a journal is judged as it is, and nothing is sent again', null),
  'reruns-switched-off': entry('outside', 'reruns are switched off', 'Run without `--no-rerun`.'),
  'interrupted-before-rerun': entry('interrupted', 'the run was interrupted before the rerun'),
  'ended-before-rerun': entry('interrupted', 'the run ended before the rerun'),
  'found-after-reruns': entry('outside', 'it was found after the reruns'),
  'nothing-rerun': entry('outside', 'nothing was rerun'),
  'no-check-sends-it': entry('outside', 'no check sends what showed it'),
  'rerun-time-over': entry<{ seconds: number }>('outside', ({ seconds }) => `the ${seconds} s for reruns were over`),
  'rerun-requests-used': entry<{ requests: number }>(
    'outside',
    ({ requests }) => `the ${requests} requests for reruns were used up`,
  ),
  'rerun-too-dear': entry<{ requests: number; most: number }>(
    'outside',
    ({ requests, most }) => `two reruns of ${requests} requests are above the limit of ${most}`,
  ),
  'check-too-dear': entry<{ check: string; requests: number; most: number }>(
    'outside',
    ({ check, requests, most }) =>
      `${check} costs about ${requests} requests, more than the ${most} allowed for a rerun`,
  ),
  'rerun-uses-rate-up': entry<{ check: string }>(
    'outside',
    ({ check }) => `${check} uses up the rate limit, which is not done twice`,
  ),
  'not-reached-again': entry<{ check: string }>('blocked', ({ check }) => `${check} did not reach it again`),
  'step-of-plan-unanswered': entry('blocked', 'a step of the plan got no answer'),
  'plan-stopped-after-failure': entry<{ rule: string }>(
    'blocked',
    ({ rule }) => `the plan stopped at another violated rule, ${rule}`,
    ({ rule }) => `Fix \`${rule}\` first, then run again.`,
  ),
  'no-cause-in-shards': entry('outside', 'no shard found a cause for it'),
} as const
