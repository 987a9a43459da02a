import { BlockList, isIP } from 'node:net'

// The hosts to which the operator allows webhooks (EVENTS_ALLOW), and the addresses that these hosts may have.

/** An entry of EVENTS_ALLOW: `host`, `host:port` or `*.domain`, with an optional `@network` of private addresses. */
export type AllowedHost = {
  /** The entry as the operator wrote it. */
  entry: string
  /** A host name or literal address in the form of URL.hostname, without the brackets of IPv6. */
  host: string
  /** True if the entry allows the subdomains of the host instead of the host. */
  subdomains: boolean
  /** Null means the default port of the scheme. */
  port: number | null
  /** The addresses beyond public ones that the host may have. */
  network: BlockList | null
}

declare module '#kit/server/ctx.ts' {
  interface Services {
    /** The hosts to which webhooks may be sent, from EVENTS_ALLOW. */
    eventHosts: readonly AllowedHost[]
  }
}

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

function blockListOf(...networks: string[]) {
  const list = new BlockList()
  for (const network of networks) {
    const [address, bits] = network.split('/') as [string, string]
    list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

/** The special-purpose addresses of the IANA registries. */
const special = {
  ipv4: blockListOf(
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '192.175.48.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ),
  // Only 2000::/3 is in use for global unicast; these of its networks have special purposes or embed IPv4 addresses.
  ipv6: blockListOf('2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'),
}
const globalUnicast = blockListOf('2000::/3')
const loopback = blockListOf('127.0.0.0/8', '::1/128')

/** Returns the IPv4 address of an IPv4-mapped IPv6 address; any other address unchanged. */
function unmapped(address: string): string {
  const bare = address.replace(/%.*$/, '')
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (dotted) return dotted
  const hex = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(bare)
  if (!hex) return bare
  const [high, low] = [Number.parseInt(hex[1]!, 16), Number.parseInt(hex[2]!, 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** True if the address is reachable in the whole internet, and neither private nor reserved. */
export function isPublicAddress(address: string): boolean {
  const plain = unmapped(address)
  if (isIP(plain) === 4) return !special.ipv4.check(plain, 'ipv4')
  return isIP(plain) === 6 && globalUnicast.check(plain, 'ipv6') && !special.ipv6.check(plain, 'ipv6')
}

export const isLoopbackAddress = (address: string): boolean =>
  isIP(unmapped(address)) !== 0 && loopback.check(unmapped(address), familyOf(unmapped(address)))

const entryPattern = /^(\*\.)?(\[[\da-f:.]+\]|[^\s:/@[\]*?#]+)(?::(\d{1,5}))?(?:@([\da-f:.]+)\/(\d{1,3}))?$/i

/** Parses an entry of EVENTS_ALLOW; undefined if the entry is invalid. */
export function parseAllowedHost(entry: string): AllowedHost | undefined {
  const parts = entryPattern.exec(entry)
  if (!parts || !URL.canParse(`https://${parts[2]}/`)) return undefined
  const [, wildcard, , port, network, bits] = parts
  const host = hostOf(new URL(`https://${parts[2]}/`))
  const isLiteral = isIP(host) !== 0
  if (wildcard && isLiteral) return undefined
  // A literal address needs no network, because the entry names the address itself.
  if (isLiteral && (network !== undefined || isUnusable(host))) return undefined
  if (host.endsWith('.') || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) return undefined
  if (network !== undefined && !isNetwork(network, Number(bits))) return undefined
  return {
    entry,
    host,
    subdomains: wildcard !== undefined,
    port: port === undefined ? null : Number(port),
    network: isLiteral
      ? blockListOf(`${host}/${isIP(host) === 4 ? 32 : 128}`)
      : network === undefined
        ? null
        : blockListOf(`${network}/${bits}`),
  }
}

const isNetwork = (address: string, bits: number) =>
  isIP(address) !== 0 && bits >= 1 && bits <= (isIP(address) === 4 ? 32 : 128)

/** No host has an unspecified, multicast or broadcast address. */
const unusable = blockListOf('0.0.0.0/8', '224.0.0.0/3', '::/128', 'ff00::/8')
const isUnusable = (address: string) => unusable.check(unmapped(address), familyOf(unmapped(address)))

/** The host of a URL without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')
const defaultPorts: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 }

/** Finds the entry that allows a URL; undefined if the operator has not allowed its host and port. */
export function findAllowedHost(allowed: readonly AllowedHost[], url: URL): AllowedHost | undefined {
  const defaultPort = defaultPorts[url.protocol]
  if (defaultPort === undefined || url.username !== '' || url.password !== '') return undefined
  const host = hostOf(url)
  const port = url.port === '' ? defaultPort : Number(url.port)
  return allowed.find(
    (entry) =>
      (entry.subdomains ? isSubdomain(host, entry.host) : host === entry.host) && (entry.port ?? defaultPort) === port,
  )
}

const isSubdomain = (host: string, domain: string) => isIP(host) === 0 && host.endsWith(`.${domain}`)

/** True if a connection for the allowed host may go to the address. Requests without TLS never leave the machine. */
export const isAllowedAddress = ({ network }: AllowedHost, protocol: string, address: string): boolean => {
  const plain = unmapped(address)
  if (protocol === 'http:' && !isLoopbackAddress(plain)) return false
  return isPublicAddress(plain) || (isIP(plain) !== 0 && network !== null && network.check(plain, familyOf(plain)))
}

/** True if the scheme fits the host: http is possible only for a host that stays on this machine by its name. */
export const isSchemeAllowed = (url: URL): boolean =>
  url.protocol === 'https:' || hostOf(url) === 'localhost' || isLoopbackAddress(hostOf(url))
