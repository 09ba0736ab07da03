/** What is written to the holders of accounts. */
import type { AccountMail } from '../outbox/account-mail.ts'
import { button, copied, words, type Letter } from './template.ts'

type AccountNews = {
  /** How the account is called. */
  name: string
  /** The address of the page that the link opens; empty for a letter without one. */
  link: string
  /** The address that the account is to have. */
  wanted: string
  /** Where the shop is found. */
  origin: string
  inbox: string
}

export function accountLetter(kind: AccountMail, news: AccountNews): Letter {
  const letter = LETTERS[kind](news)
  const hello = words(`Hello ${news.name.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim()},`)
  return { ...letter, parts: [hello, ...letter.parts] }
}

const WHY = 'You have this letter because of your account at our shop.'

const LETTERS: Record<AccountMail, (news: AccountNews) => Letter> = {
  'password-reset': ({ link, inbox }) => ({
    preview: 'The link is good for 30 minutes, and once.',
    title: 'A new password',
    parts: [
      words(
        'Somebody, most likely you, has asked for a new password for your account at our shop. Set one here:',
      ),
      button('Set a new password', link),
      words(
        'The link works once and for 30 minutes; a newer one takes its place. Nothing changes until you use it. We never ask for it, so do not pass it on.',
      ),
      words(`If you have not asked, you need do nothing. Does it happen often? Write to ${inbox}.`),
      copied(link),
    ],
    why: WHY,
  }),

  'password-changed': ({ origin, inbox }) => ({
    preview: 'If that was you, all is well.',
    title: 'Your password was changed',
    parts: [
      words(
        'The password of your account has just been changed, and everybody who was signed in with the old one is signed out. If that was you, all is well.',
      ),
      words(
        `If it was not you, ask for a new password at once: the letter with the link comes to this address, and nobody else reads it. Then write to ${inbox}.`,
      ),
      button('Ask for a new password', `${origin}/forgot`),
    ],
    why: WHY,
  }),

  'email-confirm': ({ link, wanted }) => ({
    preview: 'One press, and your account has it.',
    title: 'Is this your address?',
    parts: [
      words(
        `Your account at our shop is to have the e-mail address ${wanted}. Until you confirm it, all stays as it is.`,
      ),
      button('Confirm this address', link),
      words(
        'The link works once and for 24 hours. If you know nothing of this, leave it alone: nothing changes then.',
      ),
      copied(link),
    ],
    why: 'You have this letter because somebody gave this address for an account at our shop.',
  }),

  'email-changing': ({ link, wanted, inbox }) => ({
    preview: `It is to be ${wanted}.`,
    title: 'Your address is about to change',
    parts: [
      words(
        `Somebody who is signed in to your account wants it to have the e-mail address ${wanted} instead of this one. If that was you, there is nothing to do here: confirm it in the letter that we have sent there.`,
      ),
      words(
        'If it was not you, keep this address: the link signs everybody out, makes the old password useless, and sends you a link for a new one. It works for 7 days, after the change as well.',
      ),
      button('That was not me', link),
      words(`A question? Write to ${inbox}.`),
      copied(link),
    ],
    why: WHY,
  }),
}
