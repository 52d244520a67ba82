// What every answer has in common: success codes, headers, and the last look before it goes out.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { SecureVersion } from 'node:tls'
import type { Contract } from '../contract/contract.ts'
import type { Environment } from '../domain/records.ts'

/** `text` is a body that is JSON already; `parts` are the texts that `bytes` were put together of. */
export type Answer = {
  status: number
  headers?: Record<string, string>
  body?: unknown
  text?: string
  parts?: readonly string[] | undefined
  bytes?: Buffer
}

/** A response as its bytes go out. */
export type Outgoing = { status: number; headers: Record<string, string>; body: Buffer | undefined; chunked: boolean }

/** A change of what goes out, whatever it answers. */
export type Dressing = (out: Outgoing, request: IncomingMessage) => Outgoing

/** What a plain HTTP request is answered where only HTTPS is served. */
export type PlainAnswer = (asked: { host: string; path: string; port: number }) => Answer

/** Who asked, and where: for a last look that depends on it. */
export type Asker = { environment: string; clientId: string | undefined }

export const wire = (_contract: Contract) => ({
  /** Success codes other than 200; most are not shown by the contract. */
  success: {
    createOrder: 201,
    createRevisionRequest: 201,
    sendMessage: 201,
    uploadDocument: 201,
  } as Record<string, number>,
  successOf(operationId: string): number {
    return this.success[operationId] ?? 200
  },

  /** `Location` of what a creation other than an order made; null sends none. */
  location: (_operationId: string, _path: Record<string, string>, _body: unknown): string | null => null,

  /** The last look at an answer before it is written. */
  finish: (_operationId: string, answer: Answer, _asker?: Asker): Answer => answer,
  /** Where each environment stands; the last segment of production is the major version (Versioning, 1). */
  bases: { production: '/v1', sandbox: '/sandbox/v1' } as Record<Environment, string>,
  /** Operations of one environment that the other has as well. */
  everywhere: [] as string[],
  /** TLS 1.2 or better (What the service does, 6). */
  oldestTls: 'TLSv1.2' as SecureVersion,
  newestTls: 'TLSv1.3' as SecureVersion,
  /** Whether HTTP/2 is negotiated with clients that offer it over TLS. */
  http2: false,
  /** None: a plain connection to the TLS port is closed before anything is answered. */
  plainAnswer: undefined as PlainAnswer | undefined,
  /** Status of a request whose address or headers are too long to be read. */
  overlong: 431,
  /** Whether a connection that speaks plain HTTP to the TLS port is served. */
  servesPlainHttpToo: false,
  /** Whether a connection over TLS is served that did not name its protocol in the handshake. */
  servesWithoutAlpn: true,

  /** The keys and values of a body in the order in which they are written. */
  arranged: (body: unknown): unknown => body,
  indent: 0,
  /** The last change of a JSON text; the same value comes of it. */
  escaped: (json: string): string => json,
  serialise(body: unknown): string {
    return this.escaped(JSON.stringify(this.arranged(body), null, this.indent))
  },
  contentType: 'application/json; charset=utf-8',

  /** Asked before anything else about the call. */
  checkAccept: (_operationId: string, _headers: IncomingHttpHeaders): void => undefined,

  /** Applied one after another to whatever goes out. */
  dressings: [] as Dressing[],
  /** How header names are written; as they stand when there is none. */
  spelling: undefined as ((name: string) => string) | undefined,
})
