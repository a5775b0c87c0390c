import { BlockList, isIP } from 'node:net'

type Network = readonly [address: string, prefix: number]

/** Networks that are not part of the public internet (IANA special-purpose registries). */
const networks4: readonly Network[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/**
 * Among the global unicast addresses: protocol assignments, documentation, and 6to4, which can hide any IPv4 address.
 */
const networks6: readonly Network[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]
/** IPv6 addresses that represent an IPv4 address: mapped ones, and those of a translator (NAT64). */
const ipv4Prefixes = ['::ffff:', '64:ff9b::']

const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
for (const prefix of ipv4Prefixes) global6.addSubnet(`${prefix}0.0.0.0`, 96, 'ipv6')

const refused = new BlockList()
for (const [address, prefix] of networks6) refused.addSubnet(address, prefix, 'ipv6')
for (const [address, prefix] of networks4) {
  refused.addSubnet(address, prefix, 'ipv4')
  for (const before of ipv4Prefixes) refused.addSubnet(`${before}${address}`, 96 + prefix, 'ipv6')
}

/**
 * Returns whether an IP address is outside the public internet: private, loopback, link-local, reserved, or not an
 * address at all.
 */
export function isPrivateAddress(address: string): boolean {
  const withoutZone = address.replace(/%.*$/, '')
  switch (isIP(withoutZone)) {
    case 4:
      return refused.check(withoutZone, 'ipv4')
    case 6:
      return !global6.check(withoutZone, 'ipv6') || refused.check(withoutZone, 'ipv6')
    default:
      return true
  }
}
