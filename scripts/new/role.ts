// A role of credentials: its row in the list, in the schema of the profile and on its page.
import { fit, refuseExisting, todo, usageError, type Kind } from './kind.ts'
import { afterLast } from './text.ts'

const roles = 'fixtures/roles.ts'
const schema = 'fixtures/schemas/target-profile.schema.json'
const page = 'docs/target-profile.md'

type Schema = { properties: { credentials: { properties: Record<string, unknown> } } }

/** Behind the last credential, so that the rest keeps its layout. */
const withCredential = (text: string, name: string): string => {
  const last = Object.keys((JSON.parse(text) as Schema).properties.credentials.properties).at(-1)!
  const added = `        "${name}": {
          "description": "${todo} whose credential it is. It unlocks the rules on what it lets the suite judge.",
          "$ref": "#/$defs/credential"
        }`
  return text.replace(new RegExp(`(?<= {8}"${last}": \\{\\n[^}]*\\n {8}\\})(?=\\n)`), `,\n${added}`)
}

export const role: Kind = {
  usage: 'NAME',
  plan([name], tree) {
    if (name === undefined) throw usageError('role', this.usage)
    fit('role', name, /^[a-z]+(_[a-z]+)*$/, 'other_lender')
    const text = tree.read(roles)
    refuseExisting(new RegExp(`^ {2}${name}:`, 'm').test(text), 'role', name, roles)
    return {
      writes: new Map([
        [roles, afterLast(text, /^ {2}\w+: '.+',$/, `  ${name}: '${todo} a credential of …',`)],
        [schema, withCredential(tree.read(schema), name)],
        [page, afterLast(tree.read(page), /^\| `\w+` .*\|.*\|$/, `| \`${name}\` | ${todo} | ${todo} |`)],
      ]),
      left: [
        `${roles}, ${schema}, ${page}: whose credential ${name} is, and what it lets the suite judge`,
        `fixtures/worlds/demo.yaml: a lender and a credential for it, and its row under \`roles\``,
        `npm run new -- check AREA.CLAIM RULE: a check with \`needs: ['role:${name}']\``,
        'npm run costs: what a profile with it sends before the first check, in some minutes',
        'npm run check: names what does not have it',
      ],
    }
  },
}
