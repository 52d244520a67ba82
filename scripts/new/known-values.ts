// Rows of `known-values.yaml` for values that are shown: under `unconfirmed`, until somebody says what else confirms them.
import { todo } from './kind.ts'
import { appendTo } from './text.ts'

export const values = 'fixtures/known-values.yaml'

/** @param fields - `Component.property` each */
export const withValues = (text: string, fields: readonly string[]): string =>
  fields.reduce(
    (all, field) =>
      appendTo(all, 'unconfirmed', `  ${field}: "${todo} why nothing confirms it; else its row under truth."`),
    text,
  )
