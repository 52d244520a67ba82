// A note sent joins the note of its type, and no amendment takes away or changes what a note said before.
import { excludes, includes } from '../../evidence/expected.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { amendments, knowsNames, notesOf, partOfNote, wasClosed } from '../../scenarios/amendments.ts'
import { succeeded } from '../../steps/read.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = {
  added: 'amend.sent-note-is-added-to-its-type',
  kept: 'amend.sent-note-keeps-the-earlier-text',
  removed: 'amend.notes-cannot-be-removed',
  ids: 'amend.notes-have-no-ids',
}

const joinings: Record<string, string> = { '\n': 'line-break', '\n\n': 'blank-line', ' ': 'space' }

/** What stands between the old text and the added one; null where they do not stand one after the other. */
const between = (whole: string, old: string, added: string): string | null =>
  whole.startsWith(old) && whole.endsWith(added) ? whole.slice(old.length, -added.length) : null

export default check({
  id: 'amend.note-is-added-to-its-type',
  verifies: Object.values(rules),
  needs: ['orders'],
  async run(context) {
    const { shared, expect, recordReading } = context
    const scenario = await shared(amendments)
    const { created, fields, part, again, further, removals, after } = scenario
    const stays = (rule: string | string[], before: Answered, next: Answered, ...answers: Answered[]) => {
      for (const { type, text } of notesOf(before)) {
        const now = notesOf(next).find((note) => note.type === type)?.text
        expect(rule).that(computedFrom(now, ...answers, next), () => now?.includes(text) === true, includes(text))
      }
    }
    stays(rules.kept, created, after, ...removals)
    const sent = fields.filter(({ field }) => field.pointer === '/notes')
    if (!knowsNames(scenario, sent[0]!.field)) {
      const isTaken = sent.some(({ answer }) => succeeded(answer))
      throw blocked(isTaken ? 'amendment-without-effect' : 'note-not-shown', ...sent.map(({ answer }) => answer))
    }
    for (const amended of sent) {
      const { field, mark, twin, before, after: next, answer } = amended
      if (await wasClosed(context, scenario, amended)) {
        expect(rules.added).notTested('moved-while-amended')
        continue
      }
      const notes = { ...seen(next, '/notes'), requests: [answer.id, next.id] }
      expect(rules.added).that(notes, (value) => field.shows(value, mark), field.expected)
      if (twin && succeeded(twin.answer) && succeeded(answer)) {
        const both = { ...notes, requests: [answer.id, twin.answer.id, next.id] }
        expect(rules.added).that(both, (value) => field.shows(value, twin.mark), `${field.expected}: ${twin.mark}`)
      }
      stays([rules.added, rules.kept], before, next, answer)
      for (const { type, text } of notesOf(before)) {
        const gap = between(notesOf(next).find((note) => note.type === type)?.text ?? '', text, mark)
        if (gap !== null && joinings[gap] !== undefined)
          recordReading('amend.note-joining', joinings[gap], answer, next)
      }
    }
    const added = [part, again.answer].filter(succeeded)
    if (added.length > 0) {
      const text = notesOf(after).find((note) => note.type === 'order')?.text ?? ''
      const times = added.length + 1
      expect(rules.added).that(
        computedFrom(text, ...added, after),
        () => text.split(partOfNote).length > times,
        `${partOfNote}, ${times} times`,
      )
    }
    // Two of one type, or a long one, may be refused; what is taken is there as a whole.
    const appointment = notesOf(after).find((note) => note.type === 'appointment')?.text ?? ''
    for (const { texts, answer } of further.filter((one) => succeeded(one.answer)))
      for (const text of texts)
        expect(rules.added).that(
          computedFrom(appointment, answer, after),
          () => appointment.includes(text),
          includes(text),
        )
    stays([rules.removed, rules.kept], sent.at(-1)!.after, after, ...removals)
    const shown = (seen(after, '/notes').value ?? []) as object[]
    const keys = [...new Set(shown.flatMap((note) => Object.keys(note)))]
    expect(rules.ids).that(computedFrom(keys, after), () => !keys.some((key) => /(^|_)id$/.test(key)), excludes('id'))
  },
})
