// The causes of a merged run: its findings grouped again, as those of one run are, with the results of the shards' reruns.
import { reasonIn } from '../../reports/recorded-reason.ts'
import type { CauseFound, Label, RunEvent, Unstamped } from '../../reports/run-record.ts'
import { unrepeated } from '../causes/label.ts'
import { createFoundList, positionsOf, type Found } from '../evidence/found.ts'
import { groupFindings } from '../causes/group-findings.ts'

/** The most certain first. */
const labels: Label[] = ['deterministic', 'intermittent', 'unreproduced', 'unrepeated']

type Cause = Unstamped<{ at: string } & CauseFound>

type ShardFindings = { findings: readonly Found[]; causes: readonly CauseFound[] }

export const shardFindings = (events: readonly RunEvent[]): ShardFindings => {
  const found = createFoundList()
  for (const event of events) found.add(event)
  return { findings: found.all, causes: events.filter((event) => event.type === 'cause') }
}

/**
 * A finding of an earlier version has no kind, and stays in the cause that its shard put it in; so does one of an operation
 * that is not served, which only the shard's traffic shows.
 */
const withKey = (finding: Found, causes: readonly CauseFound[]): Found => {
  const known = causes.find(
    ({ kind, findings }) => (kind === 'not_served' || !finding.kind) && findings.includes(finding.position),
  )
  if (!known) return finding
  return known.kind === 'not_served'
    ? { ...finding, kind: known.kind, key: known.key! }
    : { ...finding, key: known.rule }
}

export const joinCauses = (shards: readonly ShardFindings[]): Cause[] => {
  let offset = 0
  const joined = shards.map(({ findings, causes: own }) => {
    const from = offset
    offset += positionsOf(findings).length
    return {
      findings: findings.map((one) => ({ ...one, position: one.position + from })),
      causes: own.map(({ calls_of: of, ...cause }) => ({
        ...cause,
        findings: cause.findings.map((index) => index + from),
        ...(of !== undefined && { calls_of: of + from }),
      })),
    }
  })
  const causes = joined.flatMap((one) => one.causes)
  const all = joined.flatMap(({ findings }) => findings)
  return groupFindings(all.map((finding) => withKey(finding, causes))).map(
    ({ id, kind, key, example: shown, findings: own, rules }) => {
      const findings = positionsOf(own.map((index) => all[index]!))
      const akin = causes
        .filter((cause) => cause.findings.some((index) => findings.includes(index)))
        .toSorted((one, other) => labels.indexOf(one.label) - labels.indexOf(other.label))
      const first = akin[0] ?? unrepeated('no-cause-in-shards')
      const { label, tries } = first
      const plan = akin.find((cause) => cause.plan !== null)?.plan ?? null
      const { calls, calls_of, calls_refused, calls_untried } = akin.find((cause) => cause.calls !== undefined) ?? {}
      const script = calls ? undefined : akin.find((cause) => cause.script !== undefined)?.script
      const requests = akin.reduce((sum, cause) => sum + cause.requests, 0)
      const { rule, position: example } = all[shown]!
      const known = { cause: id, rule, rules, label, ...reasonIn(first), tries, example, findings, requests, plan }
      const short = {
        ...(calls && {
          calls,
          calls_of,
          ...(calls_refused !== undefined && { calls_refused }),
          ...(calls_untried && { calls_untried }),
        }),
        ...(script && { script }),
      }
      return { type: 'cause', ...known, ...(kind && { kind, key }), ...short }
    },
  )
}
