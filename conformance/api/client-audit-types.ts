// The audit of a client in a test, as plain types: what is judged is described by fixtures/control.yaml.
import type { components } from '../../fixtures/control.js'

type Schemas = components['schemas']

export type ClientFindings = Schemas['ClientFindings']
export type ClientRule = Schemas['ClientRule']
export type ClientFinding = Schemas['ClientFinding']

/** Ids are those of `assay rules --party client`; an unknown one is refused. */
export type ClientAuditOptions = {
  /** Only these rules are judged; all rules of the client when left out. */
  rules?: readonly string[]
  /** Rules whose violation is known: it counts as `accepted`. */
  accept?: readonly string[]
}

/** Each rule that was asked for stands in one of the lists. */
export type ClientAudit = Pick<ClientFindings, 'last' | 'from_start' | 'calls' | 'deliveries'> & {
  /** Violated, and not accepted; `findings` has the evidence, `remedy` what to change. */
  violated: ClientRule[]
  accepted: ClientRule[]
  passed: ClientRule[]
  /** The journal has no occasion to violate them; `remedy` says what to try. */
  notTested: ClientRule[]
  /** No traffic shows them; `reason` says why. */
  notApplicable: ClientRule[]
  /** What `violated` says, for people; empty where that is. */
  message: string
}

export type ClientAudits = {
  /**
   * Judges the client from the journal so far, as `assay audit` does. A client that violates rules is no error: look at `violated`.
   * Rejects with code `unknown_rule` or `invalid_option`, and with `journal_off` where the simulator keeps no journal.
   */
  audit(options?: ClientAuditOptions): Promise<ClientAudit>
  /**
   * The same as an assertion: rejects with code `client_violates_rules` and the findings in its message, and with `nothing_judged` where no
   * rule passed or failed.
   */
  expectConforming(options?: ClientAuditOptions): Promise<ClientAudit>
}
