/** Limits on the mail that one mailbox gets through what anybody can do without paying. */
import type { Counters } from './counters.ts'
import { mailboxKey } from './mailbox.ts'
import { isWithin, orRefuse } from './refusal.ts'
import { CHANGES, MAILS } from './rules.ts'

/** @param on false lets everything through */
export function limitMails(on: boolean, counters: Counters) {
  const changes = counters('change', CHANGES, true)
  const mails = {
    letter: counters('letter', MAILS.letter, true),
    moving: counters('moving', MAILS.moving, true),
    password: counters('password', MAILS.password, true),
    order: counters('order', MAILS.order, true),
    house: counters('house', MAILS.house, true),
  }

  return {
    /** Counts a mail to a mailbox; false when it has had enough of this kind. */
    async mayMail(kind: 'letter' | 'order' | 'house', email: string): Promise<boolean> {
      return !on || isWithin(mails[kind].consume(mailboxKey(email)))
    },
    /** Counts a letter to an address that an account wants to have; throws 429 when it is one too many for either. */
    async countChange(userId: string, email: string): Promise<void> {
      if (!on) return
      await orRefuse(changes.consume(userId))
      await orRefuse(mails.letter.consume(mailboxKey(email)))
    },
    /**
     * Counts a change that a mailbox is told of; throws 429 when it is one too many. The change must then not be made:
     * a thief could otherwise first use up the mails and then make it without the owner learning of it.
     */
    async countNotice(kind: 'moving' | 'password', email: string): Promise<void> {
      if (on) await orRefuse(mails[kind].consume(mailboxKey(email)))
    },
  }
}
