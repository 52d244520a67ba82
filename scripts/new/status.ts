// A status: its row in the life cycle, and its code in every list of all statuses.
import { parse } from 'yaml'
import { fit, refuseExisting, todo, usageError, type Kind } from './kind.ts'
import { addToLists, appendTo } from './text.ts'

const lists = ['fixtures/openapi.yaml', 'fixtures/control.yaml', 'fixtures/schemas/lifecycle.schema.json']

export const status: Kind = {
  usage: 'CODE',
  plan([code], tree) {
    if (code === undefined) throw usageError('status', this.usage)
    fit('status', code, /^[a-z]+(_[a-z]+)*$/, 'appointment_scheduled')
    const path = 'fixtures/lifecycle.yaml'
    const text = tree.read(path)
    const codes = (parse(text) as { statuses: { code: string }[] }).statuses.map((one) => one.code)
    refuseExisting(codes.includes(code), 'status', code, path)
    const row = `  - code: ${code}
    label: "${todo} the label of ${code}"
    meaning: "${todo} what it says of the order."
    stage: null
    standing: open
    transitional: false
    report_delivered: false
    on_hold: false
    may_end: false
`
    return {
      writes: new Map([
        [path, appendTo(text, 'statuses', row)],
        ...lists.map((list): [string, string] => [list, addToLists(tree.read(list), codes, code)]),
      ]),
      left: [
        `${path}: label, meaning and stage of ${code}; its cell in each row of \`cells\`; the transitions that lead to it and from it; \`advance\`, or \`advance_never_to\``,
        `fixtures/openapi.yaml: the new member of StatusCode and of what shows one`,
        `npm run new -- rule actions.CLAIM …: a rule for each new cell, with \`cell:\` in the row; its defects are generated from the table`,
        'simulator/behaviour/lifecycle.ts: only where the status is more than a row, such as one that an order leaves on its own',
        'npm run check: names the cells, the rules and the readings of the ladder that are missing',
        'npm run adequacy -- --update-baseline: kills the generated defects, in a quarter of an hour',
      ],
    }
  },
}
