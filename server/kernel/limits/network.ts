/** Determines the network that limits are counted for: an IPv4 address, or the /64 of an IPv6 address. */
import { isIPv6 } from 'node:net'

const IPV4_IN_IPV6 = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

/**
 * The network of an address. Providers give every IPv6 customer at least a /64, so one machine can have 2^64 addresses.
 * They count as one network. An IPv4-mapped IPv6 address counts as its IPv4 address.
 * @param ip an address as formatted by Node; any other text is returned unchanged
 */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return ip
  // The URL parser normalizes IPv6 addresses to lower-case hexadecimal.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = IPV4_IN_IPV6.exec(canonical) ?? []
  if (high && low) return toIpv4(Number.parseInt(high, 16), Number.parseInt(low, 16))
  const [head = '', tail = ''] = canonical.split('::')
  const groups = [partsOf(head), partsOf(tail)] as const
  const zeros = Array<string>(8 - groups[0].length - groups[1].length).fill('0')
  return `${[...groups[0], ...zeros, ...groups[1]].slice(0, 4).join(':')}::/64`
}

function partsOf(text: string): string[] {
  return text === '' ? [] : text.split(':')
}

function toIpv4(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
