// What `conform` is called with: the target profile and the options, as plain types.
import type { Role } from '../../fixtures/roles.ts'
import type { Reporter } from '../../reports/run-record.ts'

export type TargetEnvironment = 'production' | 'sandbox'

export type TargetCredential = {
  client_id: string
  client_secret: string
  /** `production` for the role `production`, `sandbox` for all others, when left out. */
  environment?: TargetEnvironment
}

/** Every role but `main` may be left out; what a missing role leaves untested is named in the report. */
export type TargetRole = Role

/** What assay may know of a server: the same keys as in a profile file. Secrets are masked in everything that a run returns. */
export type TargetProfile = {
  /** Base address with its path, such as `https://sandbox.example.com/v1`; needed where `main` is a sandbox credential. */
  sandbox_base_url?: string
  production_base_url?: string
  credentials: { main: TargetCredential } & Partial<Record<TargetRole, TargetCredential>>
  /** ZIP codes that the service does and does not resolve. */
  postal_codes?: { resolvable?: string[]; unresolvable?: string[] }
  /** An expired and a revoked access token. */
  tokens?: { expired?: string; revoked?: string }
  /** Where the run listens for webhooks, and under which address the target reaches that. */
  webhook?: { listen?: string; public_url?: string; tls?: { cert: string; key: string } }
  /** Control port of a simulator. */
  control_url?: string
  /** Bearer token of that port, where it asks for one. */
  control_token?: string
}

/** Every option may be left out; a wrong value or an unknown name is refused. */
export type ConformOptions = {
  /** Ids of checks or rules; all when left out. */
  only?: readonly string[]
  /** Areas of checks, such as `create`; all when left out. */
  areas?: readonly string[]
  /** Repeats the choices of another run; a whole number. */
  seed?: number
  /** Runs the checks in an order drawn from the seed. */
  shuffle?: boolean
  /** Approximate request limit, 20 or more; checks that do not fit are not tested. */
  budget?: number
  /** Share of the rules that must be judged, from 0 to 1; less gives exit code 2. */
  require?: number
  /** Path of a file of accepted failures. Unlike the command, `conform` looks for none on its own. */
  baseline?: string
  /** Name or path of a rule set: newer rules and checks are reported but do not gate. The newest when left out. */
  ruleSet?: string
  /** Whether a violated inferred rule is violated, and not only arguable; false when left out. */
  strict?: boolean
  /** Path of your copy of the contract: what a violation rests on is then in the report word for word. */
  contract?: string
  /**
   * Whether failures are shortened and run again, which takes up to 300 requests; true when left out. Scripts are tried beside a
   * simulator, which is then a process of its own until the run ends.
   */
  rerun?: boolean
  /** How long an answer may take; 20 when left out. */
  timeoutSeconds?: number
  /** How long the run may take, after which it ends without a verdict; 90 when left out. */
  maxMinutes?: number
  /** How long the run waits for what only time shows, where it has no control port; 0 when left out, and less than `maxMinutes`. */
  patientMinutes?: number
  /** Places orders in production too, which are billed. */
  allowOrders?: boolean
  /** Get every event as it happens. */
  reporters?: readonly Reporter[]
  /** Ends the run after the check under way: webhook and open orders are put back, and the report says `interrupted`. */
  signal?: AbortSignal
}
