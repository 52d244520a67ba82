// The shape of a table of rules, by component schema and property.
export type FieldRules = Record<string, Record<string, readonly string[]>>
