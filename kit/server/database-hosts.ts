// Database URLs may name several hosts, as in libpq: postgres://carat@a:5432,b:5432/carat?target_session_attrs=read-write
// node-postgres knows one host, so this file splits such a URL; host-watch.ts chooses among its hosts.

/** The role that a host must have: `any` is a single host that is not checked. */
export type HostRole = 'any' | 'primary' | 'standby'

/** The hosts of a database URL in the order of preference, each as the URL of this host alone. */
export type DatabaseHosts = { urls: [string, ...string[]]; role: HostRole }

/** The values of target_session_attrs that fix the role of a host. The others would accept changes on no host or on any. */
const rolesByTarget = new Map<string, HostRole>([
  ['read-write', 'primary'],
  ['primary', 'primary'],
  ['standby', 'standby'],
])

const TARGET = 'target_session_attrs'
export const DEFAULT_PORT = '5432'
const FORM = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^/?#]*)(.*)$/is

/** Splits a database URL. Several hosts without target_session_attrs must be in recovery or not, as `usual` says. */
export function parseDatabaseHosts(url: string, usual: 'primary' | 'standby' = 'primary'): DatabaseHosts {
  const { scheme, login, hosts, rest } = partsOf(url)
  const urls = hosts.split(',').map((host) => {
    const one = new URL(`${scheme}${login}${host}${rest}`)
    one.searchParams.delete(TARGET)
    return one.href
  })
  const target = new URL(`${scheme}host${rest}`).searchParams.get(TARGET)
  const role = target === null ? (urls.length > 1 ? usual : 'any') : rolesByTarget.get(target)
  if (!role) throw new Error(`${TARGET} must be ${[...rolesByTarget.keys()].join(', ')}`)
  return { urls: urls as [string, ...string[]], role }
}

function partsOf(url: string) {
  const [, scheme, login, hosts, rest] = FORM.exec(url) ?? []
  // A URL without a host names a socket, which URL accepts only with a host.
  if (!scheme || hosts === undefined) throw new Error('A database URL begins with postgres:// and a host')
  return { scheme, login: login!, hosts, rest: rest! }
}

/** True for a URL of one or several hosts whose role is `usual`, if the URL names a role. */
export function isDatabaseUrl(value: string, usual: 'primary' | 'standby'): boolean {
  try {
    const { urls, role } = parseDatabaseHosts(value, usual)
    return urls.every((url) => new URL(url).hostname !== '') && (role === 'any' || role === usual)
  } catch {
    return false
  }
}

/** Returns the hosts, ports and database name of a URL, without its credentials. */
export function describeDatabase(url: string): string {
  const { urls } = parseDatabaseHosts(url)
  return `${urls.map(describeHost).join(',')}${new URL(urls[0]).pathname}`
}

/** Returns host and port of the URL of a single host. */
export function describeHost(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port || DEFAULT_PORT}`
}

/** Returns the same hosts and database with another login. */
export function withLogin(url: string, { name, password }: { name: string; password: string }): string {
  const { scheme, hosts, rest } = partsOf(url)
  return `${scheme}${encodeURIComponent(name)}:${encodeURIComponent(password)}@${hosts}${rest}`
}
