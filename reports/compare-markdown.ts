// A comparison as Markdown, for the summary of a CI job or a comment on a change.
import { comparisonLine, figureWords, readingsTitle } from './compare-text.ts'
import { code, words } from './markdown-texts.ts'
import { counted } from './texts.ts'
import type { Comparison, SeenReading } from './comparison.ts'

const mostRows = 100

const codes = (texts: readonly string[]): string => texts.map(code).join(', ')

const table = (title: string, heads: readonly string[], rows: readonly string[][]): string[] =>
  rows.length === 0
    ? []
    : [
        `### ${title} (${counted(rows.length)})`,
        '',
        `| ${heads.join(' | ')} |`,
        `|${heads.map(() => '---').join('|')}|`,
        ...rows.slice(0, mostRows).map((cells) => `| ${cells.join(' | ')} |`),
        ...(rows.length > mostRows ? ['', `… and ${counted(rows.length - mostRows)} more.`] : []),
        '',
      ]

const readingCell = (readings: readonly SeenReading[]): string =>
  readings.map(({ reading, means }) => `${code(reading)}${means ? ` ${words(means)}` : ''}`).join(' ')

export const comparisonMarkdown = (comparison: Comparison): string => {
  const { a, b, differences, regressions } = comparison
  const sign = regressions > 0 ? '❌' : b.outcome === 'complete' ? '✅' : '⚠️'
  return [
    `## ${sign} ${comparisonLine(comparison)}`,
    '',
    '| | A | B |',
    '|---|---|---|',
    `| target | ${words(a.target)} | ${words(b.target)} |`,
    `| started | ${words(a.started_at ?? '')} | ${words(b.started_at ?? '')} |`,
    `| result | ${words(a.line)} | ${words(b.line)} |`,
    ...differences.map(({ what, a: one, b: other }) => `| **${what}** | ${words(one)} | ${words(other)} |`),
    '',
    ...table(
      'Regressed',
      ['rule', 'what it says', 'was', 'found by', 'gates'],
      comparison.regressed.map(({ rule, text, before, checks, excuse }) => [
        code(rule),
        words(text),
        before,
        codes(checks),
        excuse === null ? 'yes' : words(excuse),
      ]),
    ),
    ...table(
      'Fixed',
      ['rule', 'what it says'],
      comparison.fixed.map(({ rule, text }) => [code(rule), words(text)]),
    ),
    ...table(
      'Still violated',
      ['rule', 'what it says', 'found by'],
      comparison.still_violated.map(({ rule, text, checks }) => [code(rule), words(text), codes(checks.b)]),
    ),
    ...table(
      'Newly arguable',
      ['rule', 'what it says', 'was', 'counter-reading'],
      comparison.arguable.map(({ rule, text, before, counter }) => [
        code(rule),
        words(text),
        before,
        words(counter ?? ''),
      ]),
    ),
    ...table(
      'No longer tested',
      ['rule', 'was', 'is', 'why'],
      comparison.no_longer_tested.map(({ rule, before, now, reason }) => [
        code(rule),
        before,
        now,
        words(reason ?? ''),
      ]),
    ),
    ...table(
      'Newly tested',
      ['rule', 'was'],
      comparison.newly_tested.map(({ rule, before }) => [code(rule), before]),
    ),
    ...table(
      readingsTitle(comparison),
      ['what the contract leaves open', 'A', 'B', 'what a client of both must handle'],
      comparison.readings.map(({ freedom, question, a: one, b: other, handle }) => [
        `${code(freedom)} ${words(question ?? '')}`,
        readingCell(one),
        readingCell(other),
        words(handle),
      ]),
    ),
    '### Footprint',
    '',
    '| | A | B |',
    '|---|---:|---:|',
    ...comparison.footprint.map(figureWords).map(({ what, a: one, b: other }) => `| ${what} | ${one} | ${other} |`),
    '',
  ].join('\n')
}
