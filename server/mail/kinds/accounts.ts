/** The mails to the owner of an account, written when they are sent, from the rows of that moment. */
import type { AccountMail } from '#shared/platform/mails/kinds.ts'
import type { OutboxRow, UserRow } from '#server/kernel/db/schema.ts'
import { signConfirmation } from '#server/people/account/guest-orders.ts'
import { linkTo, makeLink, type Purpose } from '#server/people/account/links.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { AboutAccount, SignInChange } from '#server/platform/outbox/row.ts'
import { inboxOf } from '#server/platform/settings/current.ts'
import { partOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { TokenSource } from './mail-links.ts'
import { button, oneLine, type MailContent } from './template.ts'

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
  /** Whether the shop has subscriptions. */
  hasSubscriptions: boolean
}

export type OwnerMail = Exclude<
  AccountMail,
  'account-finish' | 'guest-links' | 'express-failed' | 'staff-invite'
>

type Text = Omit<MailContent, 'why'> & { why?: string }

/** A kind of mail to the owner of an account. Its subject is in shared/platform/mails/kinds.ts. */
type AccountKind = {
  /** The mail without the greeting. `why` is left out if it is that the reader has an account. */
  content: (context: AccountContext) => Text
  /** What its link does, if it is a stored link that gives access to the account. */
  purpose?: Purpose
}

/** Returns the mail. Null if the account is deleted, or if the mail no longer applies. */
export async function aboutOwner(
  shop: Shop,
  kind: OwnerMail,
  mail: OutboxRow,
  about: AboutAccount,
  tokenOf: TokenSource,
): Promise<MailContent | null> {
  const user = await accountOf(shop, mail, about)
  if (!user) return null
  return ownerContent(kind, {
    name: user.name,
    link: await accountLink(shop, kind, mail, user, tokenOf),
    wanted: about.email ?? '',
    origin: originOf(shop.config),
    inbox: (await inboxOf(shop)).replyTo,
    change: about.change,
    named: about.passkey ?? about.removed ?? '',
    hasSubscriptions: (await partOf(shop, 'subscriptions')) !== 'off',
  })
}

/** Returns the mail. */
export function ownerContent(kind: OwnerMail, context: AccountContext): MailContent {
  const { parts, ...content } = OWNER_KINDS[kind].content(context)
  return {
    why: 'You get this email because you have an account at our shop.',
    ...content,
    parts: [`Hello ${oneLine(context.name)},`, ...parts],
  }
}

export const OWNER_KINDS: Record<OwnerMail, AccountKind> = {
  'password-reset': {
    purpose: 'reset',
    content: ({ link, inbox }) => ({
      preview: 'The link works once, within 30 minutes.',
      title: 'A new password',
      parts: [
        'Someone, probably you, asked for a new password for your account at our shop. Set it here:',
        button('Set a new password', link),
        'The link works once, within 30 minutes. A newer link replaces it. Nothing changes until you use it. Do not give it to anyone: we never ask for it.',
        `If you did not ask for it, ignore this email. If it happens often, write to ${inbox}.`,
      ],
    }),
  },

  'password-changed': {
    content: ({ origin, inbox }) => ({
      preview: 'If that was you, there is nothing to do.',
      title: 'Your password was changed',
      parts: [
        'The password of your account has just been changed, and everyone who was signed in with the old password is signed out. If that was you, there is nothing to do.',
        `If it was not you, ask for a new password at once: the mail with the link comes to this address only. Then write to ${inbox}.`,
        button('Ask for a new password', `${origin}/forgot`),
      ],
    }),
  },

  'email-confirm': {
    purpose: 'confirm',
    content: ({ link, wanted }) => ({
      preview: 'Please confirm it.',
      title: 'Is this your address?',
      parts: [
        `The email address of an account at our shop will change to ${wanted}. Nothing changes until you confirm it.`,
        button('Confirm this address', link),
        'The link works once, within 24 hours. If this was not you, ignore this email.',
      ],
      why: 'You get this email because someone entered this address for an account at our shop.',
    }),
  },

  'email-changing': {
    purpose: 'object',
    content: ({ link, wanted, inbox }) => ({
      preview: `The new address is ${wanted}.`,
      title: 'Your address is about to change',
      parts: [
        `The email address of your account is about to change to ${wanted}. If that was you, there is nothing to do here: confirm it in the mail that we have sent there.`,
        'If it was not you, keep this address: the link signs everybody out, invalidates the old password, and sends you a link for a new one. It works for 7 days, after the change as well.',
        button('That was not me', link),
        `A question? Write to ${inbox}.`,
      ],
    }),
  },

  'email-own': {
    content: ({ link }) => ({
      preview: 'Then we show the orders that you placed as a guest.',
      title: 'Is this your address?',
      parts: [
        'You asked to confirm the address of your account at our shop. Orders that were placed with it as a guest are then added to your account.',
        button('Confirm this address', link),
        'The link works within 24 hours, in a browser that is signed in to your account. If you did not ask for it, ignore this email: without your account’s password the link is useless.',
      ],
      why: 'You get this email because someone entered this address for an account at our shop.',
    }),
  },

  'sign-in-changed': { content: signInChanged },
}

/** A passkey or a second factor was added, removed or used up. */
function signInChanged(context: AccountContext): Text {
  const { change = 'passkey-removed', named, origin, inbox, hasSubscriptions } = context
  const { title, text } = SIGN_IN_TEXTS[change](oneLine(named), hasSubscriptions)
  return {
    preview: 'If that was you, there is nothing to do.',
    title,
    parts: [
      `${text} If that was you, there is nothing to do.`,
      `If it was not you, set a new password at once, which signs everyone out. Then sign in, remove the passkeys and the authenticator app that you do not know, and write to ${inbox}.`,
      button('See how you sign in', `${origin}/profile/security`),
    ],
  }
}

type SignInText = (named: string, hasSubscriptions: boolean) => { title: string; text: string }

const SIGN_IN_TEXTS: Record<SignInChange, SignInText> = {
  'passkey-added': (passkey) => ({
    title: 'A passkey was added',
    text: `The passkey “${passkey}” was added to your account. It signs in without the password.`,
  }),
  'passkey-removed': (passkey) => ({
    title: 'A passkey was removed',
    text: `The passkey “${passkey}” was removed from your account. You can no longer sign in with it.`,
  }),
  'app-added': () => ({
    title: 'An authenticator app was set up',
    text: 'Signing in to your account with the password now also needs a code of an authenticator app.',
  }),
  'app-removed': () => ({
    title: 'The authenticator app was removed',
    text: 'The authenticator app of your account was removed, with all recovery codes. Signing in needs only the password.',
  }),
  'codes-new': () => ({
    title: 'New recovery codes',
    text: 'New recovery codes were created for your account. The old ones no longer work.',
  }),
  'code-used': () => ({
    title: 'A recovery code was used',
    text: 'A recovery code of your account was used in place of a code of the authenticator app. Each works once; you can create new ones.',
  }),
  reset: () => ({
    title: 'Your second factor was removed',
    text: 'An owner of our shop removed the authenticator app, the recovery codes and the passkeys of your account. You are signed out everywhere, and sign in with your password only.',
  }),
  'attached-removed': (removed, hasSubscriptions) => ({
    title: 'Your account was cleared',
    text: `You have just proved that this address is yours. Before that, someone else could have used the account, so we removed what was in it: ${removed}. Add what you need again${hasSubscriptions ? '; a subscription needs a payment method' : ''}.`,
  }),
}

/** The URL of the link in an email about an account; empty in mails without one. */
async function accountLink(
  shop: Shop,
  kind: OwnerMail,
  mail: OutboxRow,
  user: UserRow,
  tokenOf: TokenSource,
): Promise<string> {
  const origin = originOf(shop.config)
  if (kind === 'email-own')
    return `${origin}/confirm-account#${await tokenOf(() => signConfirmation(shop, user.id, mail.recipient))}`
  const { purpose } = OWNER_KINDS[kind]
  if (!purpose) return ''
  const link = { user_id: user.id, email: mail.recipient, mail_id: mail.id, purpose }
  return linkTo(origin, purpose, await tokenOf(() => makeLink(shop, link)))
}

/**
 * The account of an email. A request for a new password has only an address; its account is looked up here, after the
 * response was sent. If the mail confirms a new address, that address must still be the requested one.
 */
async function accountOf(
  { db }: Shop,
  { kind, recipient }: OutboxRow,
  { user, email }: AboutAccount,
): Promise<UserRow | undefined> {
  const users = db.selectFrom('users').selectAll('users')
  if (kind === 'password-reset') return users.where('email', '=', recipient).executeTakeFirst()
  return users
    .where('users.id', '=', user ?? '')
    .$if(kind === 'email-confirm', (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('email_changes')
            .select('user_id')
            .whereRef('user_id', '=', 'users.id')
            .where('email_changes.email', '=', email ?? ''),
        ),
      ),
    )
    .executeTakeFirst()
}
