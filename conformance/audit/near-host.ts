// Hosts beside a client, to which it may send without TLS: its own machine, and the one that its container runs on.
import { isOwnHost } from '../sut/addresses.ts'

export const isNearHost = (hostname: string): boolean => isOwnHost(hostname) || hostname === 'host.docker.internal'
