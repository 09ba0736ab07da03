/** The mails about standing orders of wholesale accounts, and the weekly link. */
import type { MailFacts } from './introductions.ts'

export const RHYTHM_MAILS = {
  'standing-moved': { name: 'Standing order on a closed day' },
  'standing-waiting': { name: 'Standing order that waits' },
  'standing-missed': { name: 'Standing order that was not written' },
  'standing-short': { name: 'Standing order without a coffee' },
  'standing-ending': { name: 'Coffee of a standing order ends' },
  'standing-price': { name: 'New price in a standing order' },
  'standing-to-shop': { name: 'Standing order to look at', isToShop: true },
  'week-order': { name: 'Weekly order of an account' },
} satisfies Record<string, MailFacts>

export type RhythmMail = keyof typeof RHYTHM_MAILS
