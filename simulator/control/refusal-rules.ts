// The rules behind a refusal, from what the request and its answer show: the cell of an action, the fields that it names, its code.
import type { Cell, Row, Rule } from '../contract/rules.ts'
import { ruleOfCell, rules, shownRule } from '../contract/rules.ts'

export type Refused = {
  operation: string
  status: number
  code: string | null
  currentStatus: string | null
  details: { field: string; code: string }[]
  /** The JSON body of the request, where it is one. */
  sent: Record<string, unknown>
  authorization: string | null
}

const actions: Record<string, string> = {
  holdOrder: 'hold',
  resumeOrder: 'resume',
  cancelOrder: 'cancel',
  amendOrder: 'amend',
  createRevisionRequest: 'revision_request',
  advanceOrder: 'advance',
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** What the tables of the life cycle know of the refused call; undefined where the state of the order is not the reason. */
export const cellOf = ({ operation, status, currentStatus, sent }: Refused): Cell | undefined => {
  const action = actions[operation]
  if (status !== 409 || !action || !currentStatus) return undefined
  const cell: Cell = { action, status: currentStatus, is: 'refused' }
  if (action === 'revision_request') return { ...cell, kind: text(sent['kind']) ?? 'correction' }
  if (action !== 'advance') return cell
  const to = text(sent['to_status'])
  return { ...cell, to: to === currentStatus ? 'same' : (to ?? '') }
}

const isOf = ({ party, operations }: Row, operation: string): boolean =>
  party === 'service' && (operations === 'all' || operations.includes(operation))

const generalised = (field: string): string => field.replaceAll(/\.\d+(?=\.|$)/g, '.*')

const missing = new Set(['required', 'minItems'])

const inputFits = ({ input }: Row, detail: Refused['details'][number]): boolean =>
  [input ?? []]
    .flat()
    .some(
      ({ path, keyword, is }) =>
        is === 'refused' &&
        path !== undefined &&
        generalised(path) === generalised(detail.field) &&
        missing.has(keyword) === (detail.code === 'required'),
    )

const isCodeOf = ({ text: words }: Row, code: string): boolean => words.includes(`\`${code}\``)

/** Those that say with which status a code comes say nothing of why. */
const isStatusOfCode = ({ id }: Row): boolean => /^errors\..*-comes-with-\d+$/.test(id)

const ofDetail = (rows: Row[], detail: Refused['details'][number], code: string | null): Row[] => {
  const byInput = rows.filter((row) => inputFits(row, detail))
  if (byInput.length > 0) return byInput
  const names = `\`${generalised(detail.field).replaceAll('.*', '')}\``
  return rows.filter((row) => code !== null && isCodeOf(row, code) && row.text.includes(names))
}

const ofToken = (authorization: string | null): string => {
  if (!authorization) return 'auth.missing-token-is-refused'
  return /^bearer /i.test(authorization) ? 'auth.unknown-token-is-refused' : 'auth.other-scheme-is-no-token'
}

/** Rules of a code that name a case which the refusal does not show are left out: its details would name the field. */
const ofCode = (rows: Row[], code: string): Row[] =>
  code.endsWith('validation_failed')
    ? []
    : rows.filter((row) => isCodeOf(row, code) && !row.cell && !isStatusOfCode(row))

const unique = (found: (Rule | undefined)[]): Rule[] => [
  ...new Map(found.flatMap((rule) => (rule ? [[rule.id, rule] as const] : []))).values(),
]

/** The most specific first; without any, the rule that gives the code its status. */
export const rulesBehind = (refused: Refused): Rule[] => {
  const { operation, status, code, details, authorization } = refused
  const { rows: all, byId, byCode } = rules()
  const rows = all.filter((row) => isOf(row, operation))
  const cell = cellOf(refused)
  const byCell = cell && ruleOfCell(cell)
  const byDetail = details.flatMap((detail) => ofDetail(rows, detail, code)).map(shownRule)
  const isAboutToken = status === 401 && operation !== 'requestToken' && !/expired|revoked/.test(code ?? '')
  if (isAboutToken) return unique([byId.get(ofToken(authorization))])
  if (byCell || byDetail.length > 0) return unique([byCell, ...byDetail])
  const byWords = code === null ? [] : ofCode(rows, code).map(shownRule)
  return unique(byWords.length > 0 ? byWords : [code === null ? undefined : byCode.get(code)])
}
