import { BlockList, isIPv6 } from 'node:net'

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** True if the address is in one of the networks (CIDR, such as 203.0.113.0/24), or if no networks are listed. */
export function isAddressInNetworks(address: string | null, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  if (address === null) return false
  const allowed = new BlockList()
  for (const network of networks) {
    const [start, length] = network.split('/') as [string, string]
    allowed.addSubnet(start, Number(length), familyOf(start))
  }
  return allowed.check(address, familyOf(address))
}
