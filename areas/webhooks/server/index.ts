// The functions of the webhooks that the server may use.

export { type AllowedHost, parseAllowedHost } from './allowed-hosts.ts'
