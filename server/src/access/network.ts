import { isIPv6 } from 'node:net'

/** Removes the port that some proxies add. With it, each connection would count as another caller. */
const withoutPort = (address: string): string =>
  /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address

/** Returns the IPv4 address that an IPv6 address maps to, or the address itself, without its port. */
function toPlain(address: string): string {
  const bare = withoutPort(address)
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare
}

/** Returns the first groups of an IPv6 address. */
function leadingGroups(address: string, count: number): string[] {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::')
  const left = head.split(':').filter((group) => group !== '')
  const right = tail.split(':').filter((group) => group !== '')
  const gap = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...gap, ...right].slice(0, count).map((group) => group.padStart(4, '0').toLowerCase())
}

/** Returns the network that a caller controls: the first 64 bits of an IPv6 address, or any other address itself. */
export function toNetwork(address: string): string {
  const plain = toPlain(address)
  return isIPv6(plain) ? leadingGroups(plain, 4).join(':') : plain
}

/**
 * Returns the part of an address that shows roughly where it is, so that people recognize their own networks:
 * `203.0.113.0/24` or `2001:db8:1::/48`.
 */
export function toSubnet(address: string): string {
  const plain = toPlain(address)
  if (!isIPv6(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  const groups = leadingGroups(plain, 3).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${groups.join(':')}::/48`
}
