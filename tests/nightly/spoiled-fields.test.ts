// Each field of each answer left out, empty, null and of another type, some at a time: no error of the suite, and no rule of another field.
// Silent for up to 900 s.
import t from 'tap'
import { answerFields, spoilings } from '../spoiled-fields.ts'
import { expectGoesOn, fieldsLeadingOn } from '../spoiled-run.ts'

/** Some of each: fields of one component stand side by side, and one that is missing hides its neighbours. */
const groupsOf = (fields: readonly string[], count: number): string[][] =>
  Array.from({ length: count }, (_, at) => fields.filter((_field, index) => index % count === at))

const plain = answerFields().filter((field) => !fieldsLeadingOn.test(field))

for (const spoiling of spoilings)
  for (const [index, fields] of groupsOf(plain, 3).entries())
    t.test(`${spoiling}, part ${index + 1}`, (t) =>
      expectGoesOn(
        t,
        fields.map((field) => ({ field, spoiling })),
        [],
      ),
    )
