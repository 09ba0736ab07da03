/** Limits the mails to one mailbox that visitors can cause without paying. */
import { type Counters, isWithin, refuseAboveLimit } from './counters.ts'
import { CHANGES, MAILS } from './rules.ts'

export function limitMails(counters: Counters) {
  const changes = counters('change', CHANGES, true)
  // The first arguments are stored in the database, so do not change them when a kind is renamed.
  const mails = {
    link: counters('letter', MAILS.link, true),
    addressChange: counters('moving', MAILS.addressChange, true),
    password: counters('password', MAILS.password, true),
    signIn: counters('sign-in', MAILS.signIn, true),
    order: counters('order', MAILS.order, true),
    inbox: counters('house', MAILS.inbox, true),
    news: counters('news', MAILS.news, true),
    cart: counters('cart', MAILS.cart, true),
    // The counter of calls from a network has the name `signup`.
    signup: counters('event', MAILS.signup, true),
  }

  return {
    /** Counts an email to a mailbox. Returns false above the limit of its kind. */
    async mayMail(kind: 'link' | 'order' | 'inbox' | 'news' | 'cart', email: string): Promise<boolean> {
      return isWithin(mails[kind].consume(mailboxKey(email)))
    },
    /**
     * Counts an email to a new address that an account requests. Throws 429 above the limit of the mailbox or of the
     * account.
     */
    async countChange(userId: string, email: string): Promise<void> {
      await refuseAboveLimit(changes.consume(userId))
      await refuseAboveLimit(mails.link.consume(mailboxKey(email)))
    },
    /** Counts an email about a sign-up for an event. Throws 429 above the limit, and nothing is stored then. */
    async countSignup(email: string): Promise<void> {
      await refuseAboveLimit(mails.signup.consume(mailboxKey(email)))
    },
    /**
     * Counts the notice of a change to a mailbox. Throws 429 above the limit, and the change must then be refused.
     * Otherwise a thief could first use up the mails, and then change the account without a notice to its owner.
     */
    async countNotice(kind: 'addressChange' | 'password' | 'signIn', email: string): Promise<void> {
      await refuseAboveLimit(mails[kind].consume(mailboxKey(email)))
    },
  }
}

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
