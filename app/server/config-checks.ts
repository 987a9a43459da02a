import { isIP } from 'node:net'
import { z } from 'zod'

export function splitCommaList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** Rejects 0.0.0.0/0, because trusting every proxy would let callers forge the IP address in limits and logs. */
export function isTrustedNetwork(value: string): boolean {
  const [address = '', length, ...rest] = value.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return (
    length === undefined ||
    (/^\d{1,3}$/.test(length) && Number(length) > 0 && Number(length) <= (family === 4 ? 32 : 128))
  )
}

export function isHostName(value: string): boolean {
  return isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)
}

export function createSchemeCheck(...schemes: string[]) {
  return (value: string) =>
    URL.canParse(value) && schemes.includes(new URL(value).protocol) && new URL(value).hostname !== ''
}

export function isUrlOrigin(value: string): boolean {
  if (!createSchemeCheck('http:', 'https:')(value)) return false
  const { pathname, search, hash, username } = new URL(value)
  return pathname === '/' && !search && !hash && !username
}

/** Requires https for the URL, except on this machine, because messages and the gateway's token are sent to this URL. */
export function isGatewayUrl(value: string): boolean {
  if (!isUrlOrigin(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

export function isUrlPath(value: string): boolean {
  return /^(\/[\w.~-]+)+$/.test(value) && !/\/\.{1,2}(\/|$)/.test(value)
}

export function isEmail(value: string): boolean {
  return z.email().safeParse(value).success
}

export function isMailSender(value: string): boolean {
  return isEmail(/^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] ?? value)
}

export function isTimeZone(value: string): boolean {
  // Intl accepts offsets such as +08:00 as time zones, but PostgreSQL and browsers share no rules for them.
  if (/^[+-]/.test(value)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: value }).format()
    return true
  } catch {
    return false
  }
}

export function isSecurityContact(value: string): boolean {
  return isEmail(value) || createSchemeCheck('https:')(value)
}
