/**
 * Which addresses are on the public internet. Without this check, the address that someone types for another server could
 * make the shop call its own machine or network (OWASP ASVS 5.0, 1.3.6; OWASP Server-Side Request Forgery Prevention Cheat
 * Sheet).
 */
import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * The `lookup` of a request that connects only to allowed addresses. It runs when the connection is opened, so a name that
 * leads elsewhere since it was checked is refused, too. A name with one forbidden address is refused as a whole.
 * @param mayReach whether a request may be sent to this IP address
 * @param refusal the error of the request otherwise
 */
export function lookUpOnly(mayReach: (address: string) => boolean, refusal: () => Error): LookupFunction {
  return (host, options, done) =>
    lookUp(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const allowed = found.filter(({ address }) => mayReach(address))
      if (allowed.length < found.length || allowed.length === 0) return done(refusal(), [])
      if (options.all) return done(null, allowed)
      const [{ address, family }] = allowed as [LookupAddress]
      done(null, address, family)
    })
}

/** The host of an address, an IPv6 address without brackets. */
export function hostOf({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** Whether a host is an IP address that may not be reached. `lookUpOnly` does not see it, because no name is looked up. */
export function isForbiddenIp(host: string, mayReach: (address: string) => boolean): boolean {
  return isIP(host) !== 0 && !mayReach(host)
}

/** Whether an IP address is on the public internet. */
export function isPublic(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !SPECIAL.check(address, 'ipv4')
  return version === 6 && GLOBAL_IPV6.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6')
}

/** Addresses that are not on the public internet (IANA special-purpose address registries). */
const SPECIAL = new BlockList()
for (const range of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
].flatMap((line) => line.split(' '))) {
  const [address, prefix] = range.split('/')
  SPECIAL.addSubnet(address!, Number(prefix), 'ipv4')
}
/** Within the global unicast addresses: tunnels, which can lead to an IPv4 address, and documentation. */
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [address, prefix] = range.split('/')
  SPECIAL.addSubnet(address!, Number(prefix), 'ipv6')
}
const GLOBAL_IPV6 = new BlockList()
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6')
