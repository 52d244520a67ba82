// A mix of permitted readings, judged in this process, and what must be true of it: no false alarm, and no reading seen wrongly.
import type { Test } from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { areaOf, selectChecks } from '../conformance/run/select-checks.ts'
import { judgeReadings, refusingReceivers, type JudgedReadings } from '../proof/soundness/judge-readings.ts'
import { freedoms } from '../simulator/behaviour/readings/choose.ts'

const usual = new Map(freedoms().map(({ id, default: taken }) => [id, taken]))

/** Receivers that a run makes are taken. */
const accepting = Object.fromEntries(refusingReceivers.map((freedom) => [freedom, usual.get(freedom)!]))

type Mix = {
  vary?: number
  readings?: Record<string, string>
  areas?: string[]
  only?: string[]
  defect?: string
}

export const judgeMix = async ({
  vary,
  readings = accepting,
  areas = [],
  only = [],
  defect,
}: Mix): Promise<JudgedReadings> => {
  const all = await loadChecks()
  return judgeReadings({
    simulator: {
      ...(vary !== undefined && { vary }),
      readings,
      ...(defect !== undefined && { defect }),
    },
    checks: selectChecks(all, { only, areas }),
    all,
    usual,
  })
}

export const expectSound = (t: Test, judged: JudgedReadings, areas: readonly string[]): void => {
  t.equal(judged.outcome, 'complete', judged.reason ?? '')
  t.same(judged.held, [], 'no rule is held against it')
  t.same(judged.faults, [], 'the simulator logged no error')
  const passed = new Set(judged.passed.map((id) => areaOf({ id })))
  t.same(
    areas.filter((area) => !passed.has(area)),
    [],
    'some rule of every area passes',
  )
}

export const expectRightReadings = (t: Test, judged: JudgedReadings): void => {
  t.same(judged.misread, [])
  const seen = Object.keys(judged.taken).filter((freedom) => judged.seen.includes(freedom))
  t.ok(seen.length > 0, `${seen.length} readings that are not the default are seen`)
}
