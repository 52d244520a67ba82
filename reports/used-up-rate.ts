// The lines of a script that send a request until the rate is used up, where an answer with 429 is judged.

/** More than the rate allows in a minute. */
export const burst = 700

/** Of lines that send a request, show its answer and take what is needed of it: the last answer alone is shown. */
export const untilRefused = ([call, show, ...rest]: readonly string[]): string[] => [
  '# As often as it takes to use up the rate.',
  'SENT=0',
  `while [ "$STATUS" != 429 ] && [ "$SENT" -lt ${burst} ]; do`,
  ...[call!, ...rest, 'SENT=$((SENT + 1))'].map((line) => `  ${line}`),
  'done',
  show!,
]
