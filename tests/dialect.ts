// Words that users read nowhere, each with what to write instead.

/** Words of a dialect that a reader would have to learn; what to write instead stands beside each. */
const banned: readonly [word: RegExp, instead: string][] = [
  [/\b(?:told|tell|tells|spoken)\b/i, 'report, show, return'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix, correct'],
  [/\bnewly broken\b/i, 'regressed'],
  [/\bno longer judged\b/i, 'no longer tested'],
  [/\bcame up\b/i, 'coverage'],
  [/\brehearsals?\b/i, 'simulated target'],
  [/\bjourneys?\b/i, 'scenario'],
  [/\btours?\b/i, 'walk'],
  [/\blifelines?\b/i, 'liveness'],
  [/\banew\b/i, 'again'],
  [/\bby itself\b/i, 'on its own'],
  [/\bhangs on\b/i, 'depends on'],
  [/\bwhoever\b/i, 'the client that'],
  [/\bso many\b/i, 'N'],
  [/\bfor good\b/i, 'permanently'],
  [/\b(?:bear|bears|bore|borne)\b/i, 'have'],
  [/\bsecond tr(?:y|ies)\b/i, 'rerun'],
  [/\b(?:intermittent|unreproduced|unrepeated)\b/i, 'flaky, not reproduced, not rerun'],
  [/\bnot asked for\b/i, 'outside the selected checks'],
  [/\bby the book\b/i, 'with the specified error'],
  [/\bleaves? (?:a|no) trace\b/i, 'side effect'],
  [/\bmake-believe\b/i, 'simulated'],
  [/\b(?:rule|rules) (?:is|are) broken\b/i, 'violated'],
  [/\brules? holds?\b/i, 'passes'],
]

/** Names that the code and its files had. */
const former: typeof banned = [
  [/\b(?:told|spoken)\b/i, 'report, show, return'],
  [/\banew\b/i, 'again'],
  [
    /\bmend(?:s|ed|ing)?\b|newly_broken|still_broken|no_longer_judged|newly_judged/i,
    'fixed, regressed, still violated, …',
  ],
  [/journey/i, 'scenario'],
  [/\b(?:order|grand|production)-tour\b|tour(?:ist|ed)/i, 'walk'],
  [/second-?(?:tries|looks?)|\bunprompted\b|by-itself/i, 'rerun, spontaneous, automatic'],
  [/['"`]judge\.[a-z]|random-lives|ordering-ground|revision-desk/i, 'invariant.…, random-plans, …'],
  [/lifeline/i, 'liveness'],
  [/rehears/i, 'simulated target'],
  [/unjudged/i, 'inconclusive, untested'],
  [/shard-?said|judges-?so-?far/i, 'shard results, invariants so far'],
]

const foundIn = (words: typeof banned, text: string): string[] =>
  words.flatMap(([word, instead]) => {
    const found = word.exec(text)
    if (!found) return []
    const around = text.slice(Math.max(0, found.index - 40), found.index + 40).replaceAll(/\s+/g, ' ')
    return [`"${found[0]}" (write: ${instead}) in: …${around}…`]
  })

export const dialectIn = (text: string): string[] => foundIn(banned, text)

export const formerNamesIn = (text: string): string[] => foundIn(former, text)
