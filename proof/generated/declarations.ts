// The named declaration around a place in a source: what a mutant is found by when lines move.
import type * as TypeScript from 'typescript'

type Place = { line: number; column: number }

/** The names around the place, outermost first; lines and columns count from 0. */
type Declarations = (place: Place) => string

type Compiler = typeof TypeScript.default

const nameOf = (ts: Compiler, node: TypeScript.Node): string | null => {
  const isNamed =
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isGetAccessor(node) ||
    ts.isSetAccessor(node)
  if (!isNamed || !node.name) return null
  return ts.isIdentifier(node.name) || ts.isStringLiteral(node.name) || ts.isPrivateIdentifier(node.name)
    ? node.name.text
    : null
}

export const declarationsOf = (ts: Compiler, file: string, source: string): Declarations => {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  return ({ line, column }) => {
    const position = tree.getPositionOfLineAndCharacter(line, column)
    const names: string[] = []
    let node: TypeScript.Node = tree
    for (;;) {
      const inner: TypeScript.Node | undefined = ts.forEachChild(node, (child) =>
        child.getStart(tree) <= position && position < child.end ? child : undefined,
      )
      if (!inner) return names.join('.')
      const name = nameOf(ts, inner)
      if (name !== null) names.push(name)
      node = inner
    }
  }
}
