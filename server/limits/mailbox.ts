/** Identifies the mailbox of an email address, for limits. */

/** Gmail delivers an address to the same mailbox with and without dots. */
const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns the same key for addresses that reach one mailbox: without the part after a plus sign (RFC 5233), and for
 * Gmail without dots. If two mailboxes get the same key by mistake, they share a limit, nothing more. Never send mail
 * to this key.
 */
export function mailboxKey(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const [name = ''] = email.slice(0, at).toLowerCase().split('+')
  if (!WITHOUT_DOTS.has(domain)) return `${name}@${domain}`
  return `${name.replaceAll('.', '')}@gmail.com`
}
