/** Identifies the mailbox of an email address, for limits. */

/** Gmail ignores dots: addresses with and without them reach the same mailbox. */
const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns the same key for all addresses that reach one mailbox: removes the part after a plus sign (RFC 5233), and for
 * Gmail also dots. If two mailboxes get the same key by mistake, they only share a limit. Never send mail to this key.
 */
export function mailboxKey(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const [name = ''] = email.slice(0, at).toLowerCase().split('+')
  if (!WITHOUT_DOTS.has(domain)) return `${name}@${domain}`
  return `${name.replaceAll('.', '')}@gmail.com`
}
