/** Limits the mails to one mailbox that visitors can cause without paying. */
import type { Counters } from './counters.ts'
import { mailboxKey } from './mailbox.ts'
import { isWithin, refuseAboveLimit } from './refusal.ts'
import { CHANGES, MAILS } from './rules.ts'

/** @param on false switches the limits off */
export function limitMails(on: boolean, counters: Counters) {
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
      return !on || isWithin(mails[kind].consume(mailboxKey(email)))
    },
    /**
     * Counts an email to a new address that an account requests. Throws 429 above the limit of the mailbox or of the
     * account.
     */
    async countChange(userId: string, email: string): Promise<void> {
      if (!on) return
      await refuseAboveLimit(changes.consume(userId))
      await refuseAboveLimit(mails.link.consume(mailboxKey(email)))
    },
    /** Counts an email about a sign-up for an event. Throws 429 above the limit, and nothing is stored then. */
    async countSignup(email: string): Promise<void> {
      if (on) await refuseAboveLimit(mails.signup.consume(mailboxKey(email)))
    },
    /**
     * Counts the notice of a change to a mailbox. Throws 429 above the limit, and the change must then be refused.
     * Otherwise a thief could first use up the mails, and then change the account without a notice to its owner.
     */
    async countNotice(kind: 'addressChange' | 'password' | 'signIn', email: string): Promise<void> {
      if (on) await refuseAboveLimit(mails[kind].consume(mailboxKey(email)))
    },
  }
}
