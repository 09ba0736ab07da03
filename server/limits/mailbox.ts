/** Which mailbox an e-mail address leads to, as far as limits go. */

/** Gmail delivers an address to the same mailbox with and without dots. */
const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com'])

/**
 * The same text for addresses that lead to one mailbox: without what follows a plus sign (RFC 5233), and for Gmail
 * without dots. Two mailboxes that are taken for one share a limit, and lose nothing else. Mail goes to the address
 * itself, never to this.
 */
export function mailboxKey(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const [name = ''] = email.slice(0, at).toLowerCase().split('+')
  if (!WITHOUT_DOTS.has(domain)) return `${name}@${domain}`
  return `${name.replaceAll('.', '')}@gmail.com`
}
