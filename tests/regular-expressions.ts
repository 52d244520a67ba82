// What can be said of a regular expression without running it: whether its time can grow faster than the text it reads.
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import type { AST } from '@eslint-community/regexpp'
import { getConsumedChars, getFirstConsumedChar, isPotentiallyEmpty } from 'regexp-ast-analysis'
import { analyse } from 'scslre'
import ts from 'typescript'

export type Expression = { place: string; source: string; flags: string }

/** Everything that stands behind a part and has to match after it. */
const behind = (node: AST.Node): AST.Element[] => {
  const found: AST.Element[] = []
  for (let at: AST.Node = node; at.parent; at = at.parent) {
    const { parent } = at
    if (parent.type === 'Alternative') found.push(...parent.elements.slice(parent.elements.indexOf(at as never) + 1))
  }
  return found
}

/**
 * The repeats that a search runs through again from every later start: one can take the letter that the expression begins with, and
 * what follows it can fail. `/a.*b/` reads to the end of `aaaa…` once for each `a`.
 */
const restarts = (pattern: AST.Pattern, flags: AST.Flags): string[] =>
  pattern.alternatives.flatMap((alternative) => {
    const [head] = alternative.elements
    if (flags.sticky || (head?.type === 'Assertion' && head.kind === 'start' && !flags.multiline)) return []
    const { char: first } = getFirstConsumedChar(alternative, 'ltr', flags)
    const found: string[] = []
    visitRegExpAST(alternative, {
      onQuantifierEnter(repeat) {
        if (repeat.max !== Infinity || first.isDisjointWith(getConsumedChars(repeat.element, flags).chars)) return
        if (behind(repeat).some((element) => !isPotentiallyEmpty(element, flags))) found.push(repeat.raw)
      },
    })
    return found
  })

/** Why an expression may take more than linear time; empty where it cannot. */
export const superlinear = ({ source, flags }: Pick<Expression, 'source' | 'flags'>): string[] => {
  const literal = new RegExpParser().parseLiteral(`/${source}/${flags}`)
  const backtracking = analyse(literal, { assumeRejectingSuffix: false }).reports.map(({ type }) =>
    type === 'Move' ? 'starts again within its own first repeat' : 'two repeats share what they take',
  )
  const again = restarts(literal.pattern, literal.flags).map((raw) => `runs through ${raw} again from every start`)
  return [...backtracking, ...again]
}

const made = (node: ts.Node, source: ts.SourceFile): node is ts.CallExpression | ts.NewExpression =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(source) === 'RegExp'

/** The expressions written in a source, and the places where one is put together while the program runs. */
export const expressionsIn = (file: string, text: string): { written: Expression[]; composed: string[] } => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const written: Expression[] = []
  const composed: string[] = []
  const visit = (node: ts.Node): void => {
    const place = `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      written.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    if (made(node, source)) composed.push(file)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { written, composed }
}
