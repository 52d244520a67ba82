// What is promised about attacks, and what shows it: attacks by their ids, and tests that generate their own.

type Promised = { promise: string; attacks?: readonly string[]; tests?: readonly string[] }

export const promises: readonly Promised[] = [
  {
    promise:
      'A request to the simulator takes at most 100 ms of CPU beyond the reading of its bytes, and 64 MB beyond its body; no answer is a 5xx or a stack trace, and no refusal is longer than 100 KB.',
    attacks: [
      'H2a',
      'H2a, company',
      'H2a, in process',
      'H2b',
      'H2b, wide',
      'H2b, unknown',
      'H2c',
      'H3b, nested',
      'H3b, wide',
      'Upload',
      'Upload, boundary',
    ],
    tests: ['slow/hostile-requests', 'regular-expressions'],
  },
  {
    promise: 'A hundred unfinished bodies hold 100 MB at most, and other requests are served.',
    attacks: ['H3a', 'H3c', 'H3c, HTTP/2'],
    tests: ['simulator/unfinished-bodies', 'simulator/stalled-bodies'],
  },
  {
    promise:
      'A thousand connections, 200 creates a second and slow clients delay no other client, and their memory is released.',
    attacks: ['Load', 'Slow clients'],
  },
  {
    promise:
      'Connections that send nothing, or half a request, are closed. Others are answered within 60 s, even when all descriptors were in use.',
    attacks: ['M5', 'M5, half heads', 'M5, both'],
  },
  {
    promise:
      'A webhook receiver that never answers delays no read, and delays a move of the clock by a minute at most.',
    attacks: ['L10'],
    tests: ['slow/busy-receiver'],
  },
  {
    promise:
      'After `kill -9` every acknowledged write is there, none is there in part, and the domain clock never goes back.',
    attacks: ['Kills', 'H4', 'L6', 'L7'],
    tests: ['simulator/kills', 'nightly/kills'],
  },
  {
    promise:
      'On a full disk no write is acknowledged that is not kept. Every outstanding delivery is made when there is room again.',
    attacks: ['H5', 'L8', 'Small disk', 'Read-only disk'],
    tests: ['simulator/full-disk'],
  },
  {
    promise:
      'A data file that is cut, doubled, damaged, in use or of another kind is refused with one sentence and not changed, or opens as it was written. Half a document is never served.',
    attacks: ['K5', 'M2', 'M3', 'L4', 'L9', 'Locks'],
    tests: ['slow/hostile-data-files', 'simulator/lost-files', 'simulator/other-ids'],
  },
  { promise: 'A data file that is mostly history is written again while it is in use.', attacks: ['L5'] },
  {
    promise: 'assay removes only what it made, and follows no link.',
    attacks: ['K1', 'Links'],
    tests: ['removal'],
  },
  {
    promise: 'An imported world is read whole, or refused with one sentence without any change.',
    attacks: ['Names'],
    tests: ['slow/hostile-worlds', 'simulator/world-file'],
  },
  {
    promise:
      'No foreign web page, host name or webhook address reaches the control port, and no uploaded file runs there; an invalid Host is refused.',
    attacks: ['M1', 'L12', 'L13', 'Hosts'],
    tests: ['control/document', 'control/access', 'docs-page'],
  },
  { promise: 'A value out of range is refused, and the service goes on.', attacks: ['L3', 'L11'] },
  {
    promise:
      'A run of the suite ends, whatever the target answers or delivers: within its planned requests and a stated margin, in 512 MB, with 50 MB of reports. It says what the target did wrong.',
    attacks: [
      'H1',
      'H1, quotes',
      'Escapes',
      'M4',
      'M4, 60 MB',
      'M4, nested',
      'Pages',
      'Drips',
      'Drips, all',
      'L1, redirects',
      'L1, tokens',
      'Values',
      'Values in turn',
      'Times',
      'Numbers',
      'Archives',
    ],
    tests: ['slow/hostile-runs', 'slow/hostile-values', 'slow/hostile-deliveries', 'slow/report-size'],
  },
  {
    promise:
      '`--max-minutes N` ends a run within N + 1 minutes with its report, whatever rate the target announces. An interrupt ends it within 3 s, or 6 s where the target does not answer.',
    attacks: ['Limits', 'Ctrl-C'],
    tests: ['slow/lying-limits', 'interrupt'],
  },
  {
    promise: 'An audit takes time in proportion to the recorded calls, whatever a client repeats.',
    tests: ['slow/audit-habits'],
  },
  { promise: '`assay watch` goes on when its target stops.', attacks: ['Watch'], tests: ['slow/watch'] },
  {
    promise: 'No report shows a secret, in whatever encoding the target sent it back.',
    attacks: ['L2'],
    tests: ['slow/secrets-echoed', 'no-secret-in-reports'],
  },
  {
    promise: 'assay follows no link of a target to an address where machines keep credentials.',
    attacks: ['M6'],
  },
  {
    promise: 'Texts of a target or a client stay text in pages, reports, CI logs, terminals, scripts and file names.',
    attacks: ['Scripts', 'Pages of ours', 'File names', 'CI logs'],
    tests: ['slow/console', 'slow/html-report', 'texts-of-values', 'slow/tokens-of-our-words'],
  },
  {
    promise:
      'An examination of a receiver ends whatever the receiver answers and its state command does, and shows no secret.',
    attacks: ['Receiver, floods', 'Receiver, echoes', 'Receiver, drips'],
    tests: ['receiver/state-command'],
  },
  {
    promise:
      'A command that calls a control port ends with one sentence, whatever answers there; only a control port gets the token. Many connections to `assay listen` hold 200 MB at most.',
    attacks: ['Control ports', 'Listen, crowd'],
    tests: ['simulator/exec', 'simulator/listen', 'simulator/trigger'],
  },
  {
    promise:
      '`assay simulate`, `exec` with its command, and `listen` end with the npm that started them, however that ended.',
    tests: ['slow/ends-with-npm'],
  },
  {
    promise:
      'A given report or record is refused in one sentence where it is a pipe, a device, endless or of a wrong form, or is shown as plain text.',
    attacks: ['Reports'],
    tests: ['slow/hostile-reports', 'hostile-files/shards'],
  },
  {
    promise:
      'Where a report cannot be written, the verdict is printed, the exit code is 2 in place of 0, and no partial file is left.',
    tests: ['reports/unwritten-reports'],
  },
  {
    promise:
      'Everything that others send has bounds of bytes, values, levels and characters, each with its reason in `fixtures/bounds.ts`. Larger input is refused, or left out whole and named.',
    tests: ['bounds', 'simulator/hostile-sizes'],
  },
]

const commandOf = (ids: readonly string[]): string =>
  `\`npm run hardening -- ${ids.map((id) => (/^[\w-]+$/.test(id) ? id : `"${id}"`)).join(' ')}\``

/** As the page shows it. */
export const promisesTable = (): string =>
  [
    '| promise | shown by |',
    '| --- | --- |',
    ...promises.map(({ promise, attacks = [], tests = [] }) => {
      const shown = [
        ...(attacks.length > 0 ? [commandOf(attacks)] : []),
        ...tests.map((name) => `\`tests/${name}.test.ts\``),
      ]
      return `| ${promise} | ${shown.join(', ')} |`
    }),
  ].join('\n')
