// Each field of each answer left out, empty, null and of another type, some at a time, and some fields drawn by the seed of the night alone: no
// error of the suite, no rule of another field violated, and none left without a verdict that does not need it.
// Silent for up to 900 s.
import { nightSeed } from '../night-seed.ts'
import t from 'tap'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { areaOf } from '../../conformance/run/select-checks.ts'
import { answerFields, drawnFields, spoilings } from '../spoiled-fields.ts'
import { expectGoesOn, leadsOn, runSpoilt } from '../spoiled-run.ts'

/** Some of each: fields of one component stand side by side, and one that is missing hides its neighbours. */
const groupsOf = (fields: readonly string[], count: number): string[][] =>
  Array.from({ length: count }, (_, at) => fields.filter((_field, index) => index % count === at))

const plain = answerFields().filter((field) => !leadsOn({ field }))

for (const spoiling of spoilings)
  for (const [index, fields] of groupsOf(plain, 3).entries())
    t.test(`${spoiling}, part ${index + 1}`, (t) =>
      expectGoesOn(
        t,
        fields.map((field) => ({ field, spoiling })),
        null,
        [],
      ),
    )

for (const area of new Set((await loadChecks()).map(areaOf)))
  t.test(`one at a time, in ${area}`, async (t) => {
    const clean = await runSpoilt([], [area])
    for (const spoilt of drawnFields([...clean.places.keys()], 6, area, nightSeed()))
      await t.test(`${spoilt.field} ${spoilt.spoiling}`, (t) => expectGoesOn(t, [spoilt], clean, [area]))
  })
