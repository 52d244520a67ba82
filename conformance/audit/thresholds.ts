// Every number by which the audit decides and which the contract does not name, each with its reason.
// docs/audit-thresholds.md, which `npm run audit-thresholds` writes, has how often each of those about chance blames a client that is right.

const secondMs = 1000
const minuteMs = 60 * secondMs

export const thresholds = {
  /** A wait that is this much short of `Retry-After` is not early: two clocks took part, and a recorder writes whole milliseconds. */
  earlyMs: 100,

  /** A call that waited up to this many times `Retry-After` did so because it was asked to; the same request just after the answer was another worker's. */
  mostWaits: 3,

  /** Instants that all fall on whole seconds: with so many, one recording in a thousand million does so by chance. Its times are then known to the second alone. */
  fewestInstants: 3,

  /** Waits from which it is judged whether they grow: with fewer, those of a client that draws half to one and a half times its interval may look flat. */
  fewestGrowing: 6,
  /** Waits are flat where the longest is at most this much of the shortest. Of six, those of aiohttp-retry with jitter are not flat in two million draws; of five, in one draw of 2,000. */
  flatRatio: 1.25,
  /** Waits below this differ by the noise of timers alone. */
  flatNoiseMs: 20,

  /** Waits that are none, unless the second half of them is longer than this times the first: a test may let a client double from a millisecond. */
  grownRatio: 2,

  /** Waits below this are no waits: urllib3 sends its first repeat at once, and `Retry-After` leaves nothing of its own. */
  shortestWaitMs: 100,
  /** Waits from which a random part is looked for. */
  fewestJittered: 4,
  /** Schedules begin at a multiple of this. */
  scheduleStepMs: 50,
  /** The most that a timer, a scheduler and the way to the service add to a wait without a random part. */
  latestMs: 30,
  /** The range of the smallest random part that a library has by default: got and Failsafe have 100 ms, axios-retry 40, 80, 160. */
  jitterRangeMs: 90,
  /** How likely waits with that random part may look as if they had none: less than one client in a million. */
  jitterChance: 1e-6,
  /**
   * Timers that end a wait for input (Python, Node, Go) are late by a thousandth of the wait on Linux, and by five of a process with
   * low priority; others are not. Each sort has its share of that chance.
   */
  timers: [
    { slack: 0, share: 0.5 },
    { slack: 0.001, share: 0.25 },
    { slack: 0.005, share: 0.25 },
  ],

  /** A client may give up on an answer after this, and no sooner: workers that send the same write at once begin within it. */
  giveUpMs: secondMs,
  /** A request that is sent again later than this is a new request: a person, or the next run of a job. */
  retryMs: 10 * minuteMs,
  /** What was refused is asked again later than this by a person, who has looked at the answer. */
  personMs: minuteMs,
  /** After an expired token the same call comes again at once, or it is another call. */
  renewalMs: minuteMs,
  /** After a refusal of an order's status the order is read before what comes within this. */
  decisionMs: 10 * minuteMs,
  /** An order rests at a transitional status where nobody looks for this long: a run of a job may resume many orders before it ends. */
  restMs: 3 * minuteMs,
  /** An event that is looked after within this is looked after. */
  promptMs: 24 * 60 * minuteMs,

  /** Later calls after which what is missing is no longer only delayed: in a list, in anything else. */
  patience: { list: 3, others: 5 },

  /** Tokens in turn that were fetched without need: two processes may share one credential. */
  fewestTokens: 3,
  /** A token that has more than this part of its life left need not be replaced; the contract calls 55 of 60 minutes safe. */
  lifeLeft: 0.5,
  /** Two processes may share one credential: a call by which the other learns that a token was ended, a window that it begins with. */
  learningProcesses: 1,
  /** Walks of the feed from its beginning: one more may be of another process. */
  fewestBeginnings: 2,

  /** A link is late from this long before its expiry: the answer takes its time. */
  linkGraceMs: 5 * secondMs,
  /** How far two clocks may differ: what is this close to the five minutes of a signature is on neither side. */
  clockSeconds: 10,
  /** A `t` this far off is fresh beyond doubt. */
  freshSeconds: 60,

  /** Characters from which a text in an address is a secret, or the end of an identifier is the identifier's: shorter ones occur by chance. */
  shortestSecret: 8,
  shortestTail: 8,
  /** Bytes of an upload that are no part of its file. */
  partsOfUpload: 64 * 1024,
  /** Digits of a number that has its country code, be it without a plus sign. */
  domesticDigits: 10,
} as const
