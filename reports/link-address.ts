// The address of a signed link in a script: a fresh one, altered as the run altered its own.
import { withVariables, type Variables } from './curl-call.ts'
import { quote } from './curl-credentials.ts'
import type { linkOf } from './fresh-link.ts'

export const linkAddress = (
  { later, edits }: NonNullable<ReturnType<typeof linkOf>>,
  name: string,
  variables: Variables,
  isForged: boolean,
): string => {
  const all = [
    ...edits.map((edit) => withVariables(edit, variables)),
    ...(later === 0
      ? []
      : [
          `"s/expires=[0-9]*/expires=$(($(printf %s "$${name}" | sed 's/.*expires=\\([0-9]*\\).*/\\1/') + ${later}))/"`,
        ]),
    ...(isForged ? [quote('s/\\(signature=\\)0/\\11/; t; s/\\(signature=\\)./\\10/')] : []),
  ]
  return all.length === 0 ? `"$${name}"` : `"$(printf %s "$${name}" | sed ${all.map((one) => `-e ${one}`).join(' ')})"`
}
