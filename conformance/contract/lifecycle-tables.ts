// The statuses of an order and what may be done in each: the shape of fixtures/lifecycle.yaml.

export type StatusCode = string

export type CellEntry = 'accepted' | 'refused' | { open: string }

/** The part of fixtures/lifecycle.yaml that this side reads. */
export type LifecycleTables = {
  statuses: {
    code: StatusCode
    label: string
    /** How far the work is; null beside it. */
    stage: number | null
    standing: string
    transitional: boolean
    report_delivered: boolean
    on_hold: boolean
  }[]
  cells: Record<string, Record<StatusCode, CellEntry>>
  exceptions: { action: string; statuses: StatusCode[]; when: string; outcome: CellEntry }[]
  refusals: { action: string; status: number; code: string | { open: string } }[]
  advance: Record<StatusCode, StatusCode[]>
  advance_as_previous: StatusCode[]
  advance_never_to: StatusCode[]
  advance_refusal: { status: number; code: string }
}
