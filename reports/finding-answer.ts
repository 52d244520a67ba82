// The exchange that a finding is about: it comes last among those that show it.

export const answerOf = ({ requests }: { requests: readonly string[] }): string | null =>
  requests.findLast((id) => id.startsWith('x')) ?? requests.at(-1) ?? null
