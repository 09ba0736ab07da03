/** The texts of account mails. */
import type { AccountMail } from '#server/platform/outbox/account-mail.ts'
import type { SignInChange } from '#server/platform/outbox/row.ts'
import { signInChanged } from './sign-in-texts.ts'
import { button, oneLine, paragraph, type MailContent } from './template.ts'

type AccountContext = {
  /** The name of the account. */
  name: string
  /** The URL of the link; empty in mails without one. */
  link: string
  /** The new address of the account. */
  wanted: string
  /** The base URL of the shop, without a trailing slash. */
  origin: string
  inbox: string
  /** What has changed about the sign-in, and which passkey or which things in the account it is about. */
  change: SignInChange | undefined
  named: string
}

/** Mails to the owner of an account. */
export type KnownAccountMail = Exclude<AccountMail, 'account-finish' | 'guest-links' | 'staff-invite'>

export function accountText(kind: KnownAccountMail, context: AccountContext): MailContent {
  const content = TEXTS[kind](context)
  const hello = paragraph(`Hello ${oneLine(context.name)},`)
  return { ...content, parts: [hello, ...content.parts] }
}

const WHY = 'You get this email because you have an account at our shop.'

const TEXTS: Record<KnownAccountMail, (context: AccountContext) => MailContent> = {
  'password-reset': ({ link, inbox }) => ({
    preview: 'The link works once, within 30 minutes.',
    title: 'A new password',
    parts: [
      paragraph('Someone, probably you, asked for a new password for your account at our shop. Set it here:'),
      button('Set a new password', link),
      paragraph(
        'The link works once, within 30 minutes. A newer link replaces it. Nothing changes until you use it. Do not give it to anyone: we never ask for it.',
      ),
      paragraph(`If you did not ask for it, ignore this email. If it happens often, write to ${inbox}.`),
    ],
    why: WHY,
  }),

  'password-changed': ({ origin, inbox }) => ({
    preview: 'If that was you, there is nothing to do.',
    title: 'Your password was changed',
    parts: [
      paragraph(
        'The password of your account has just been changed, and everyone who was signed in with the old password is signed out. If that was you, there is nothing to do.',
      ),
      paragraph(
        `If it was not you, ask for a new password at once: the mail with the link comes to this address only. Then write to ${inbox}.`,
      ),
      button('Ask for a new password', `${origin}/forgot`),
    ],
    why: WHY,
  }),

  'email-confirm': ({ link, wanted }) => ({
    preview: 'Please confirm it.',
    title: 'Is this your address?',
    parts: [
      paragraph(
        `The email address of an account at our shop will change to ${wanted}. Nothing changes until you confirm it.`,
      ),
      button('Confirm this address', link),
      paragraph('The link works once, within 24 hours. If this was not you, ignore this email.'),
    ],
    why: 'You get this email because someone entered this address for an account at our shop.',
  }),

  'email-changing': ({ link, wanted, inbox }) => ({
    preview: `The new address is ${wanted}.`,
    title: 'Your address is about to change',
    parts: [
      paragraph(
        `The email address of your account is about to change to ${wanted}. If that was you, there is nothing to do here: confirm it in the mail that we have sent there.`,
      ),
      paragraph(
        'If it was not you, keep this address: the link signs everybody out, invalidates the old password, and sends you a link for a new one. It works for 7 days, after the change as well.',
      ),
      button('That was not me', link),
      paragraph(`A question? Write to ${inbox}.`),
    ],
    why: WHY,
  }),
  'email-own': ({ link }) => ({
    preview: 'Then we show the orders that you placed as a guest.',
    title: 'Is this your address?',
    parts: [
      paragraph(
        'You asked to confirm the address of your account at our shop. Orders that were placed with it as a guest are then added to your account.',
      ),
      button('Confirm this address', link),
      paragraph(
        'The link works within 24 hours, in a browser that is signed in to your account. If you did not ask for it, ignore this email: without your account’s password the link is useless.',
      ),
    ],
    why: 'You get this email because someone entered this address for an account at our shop.',
  }),

  'sign-in-changed': ({ change = 'passkey-removed', ...context }) => ({
    ...signInChanged({ ...context, change }),
    why: WHY,
  }),
}
