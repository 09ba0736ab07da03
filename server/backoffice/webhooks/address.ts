/**
 * Checks the addresses of webhooks. The shop must send nothing to its own machine or network, whatever address is entered
 * (OWASP ASVS 5.0, 1.3.6; Standard Webhooks, "Server side request forgery"). An address is checked when it is saved, and again
 * for each connection, because the host name can lead to another server later.
 */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Config } from '#server/kernel/config/config.ts'
import { wrongField } from '#server/kernel/errors.ts'
import { hostOf, isPublic } from '#server/kernel/network/public-address.ts'

export const PRIVATE = 'This address is inside a private network'

type Rules = Pick<Config, 'allowsPrivateHosts' | 'publicOrigin'>

/** Whether webhooks may be sent to this IP address. */
export function mayReach({ allowsPrivateHosts }: Rules, address: string): boolean {
  return allowsPrivateHosts || isPublic(address)
}

/** Returns the address as it is stored. Throws 400 for one to which nothing may be sent, or whose name does not exist. */
export async function checkAddress(rules: Rules, typed: string): Promise<string> {
  const url = URL.parse(typed)
  if (!url) throw refused('Enter the full address, beginning with https://')
  if (url.protocol !== 'https:' && !(rules.allowsPrivateHosts && url.protocol === 'http:'))
    throw refused('The address must begin with https://')
  if (url.username || url.password) throw refused('The address must not contain a password')
  if (url.port !== '' && !rules.allowsPrivateHosts) throw refused('The address must not have a port')
  if (url.hash) throw refused('The address must not contain #')
  if (rules.publicOrigin && url.host === new URL(rules.publicOrigin).host)
    throw refused('This is the address of the shop itself')
  const host = hostOf(url)
  const found = isIP(host) ? [host] : await namesOf(host)
  if (!found.every((address) => mayReach(rules, address))) throw refused(PRIVATE)
  return url.href
}

async function namesOf(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    throw refused(`There is no server at ${host}`)
  }
}

function refused(message: string) {
  return wrongField('url', message)
}
