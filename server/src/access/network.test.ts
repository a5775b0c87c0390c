import { expect, test } from 'vitest'
import { toNetwork, toSubnet } from './network.ts'

test.each([
  ['203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002', '2001:db8:1::/48'],
  ['2001:DB8::1', '2001:0db8:0000:0000', '2001:db8:0::/48'],
  ['2001:db8::2:3:4:5:6', '2001:0db8:0000:0002', '2001:db8:0::/48'],
  ['::1', '0000:0000:0000:0000', '0:0:0::/48'],
  // Some proxies add the port to the address.
  ['203.0.113.77:4711', '203.0.113.77', '203.0.113.0/24'],
  ['[2001:db8:1:2:3:4:5:6]:4711', '2001:0db8:0001:0002', '2001:db8:1::/48'],
  ['[2001:db8:1:2:3:4:5:6]', '2001:0db8:0001:0002', '2001:db8:1::/48'],
  ['fe80::1%eth0', 'fe80:0000:0000:0000', 'fe80:0:0::/48'],
])('an address %s belongs to the network %s and is shown as %s', (address, network, subnet) => {
  expect(toNetwork(address)).toBe(network)
  expect(toSubnet(address)).toBe(subnet)
})
