/** The text of the mail about a changed sign-in: a passkey or a second factor was added, removed or used up. */
import type { SignInChange } from '#server/platform/outbox/row.ts'
import { button, oneLine, paragraph, type MailContent } from './template.ts'

type Changed = {
  change: SignInChange
  /** The name of the passkey, or what was removed from the account. Empty for other changes. */
  named: string
  origin: string
  inbox: string
}

/** Without the greeting and the reason for the mail. */
export function signInChanged({ change, named, origin, inbox }: Changed): Omit<MailContent, 'why'> {
  const { title, text } = TEXTS[change](oneLine(named))
  return {
    preview: 'If that was you, there is nothing to do.',
    title,
    parts: [
      paragraph(`${text} If that was you, there is nothing to do.`),
      paragraph(
        `If it was not you, set a new password at once, which signs everyone out. Then sign in, remove the passkeys and the authenticator app that you do not know, and write to ${inbox}.`,
      ),
      button('See how you sign in', `${origin}/profile/security`),
    ],
  }
}

const TEXTS: Record<SignInChange, (named: string) => { title: string; text: string }> = {
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
  'attached-removed': (removed) => ({
    title: 'Your account was cleared',
    text: `You have just proved that this address is yours. Before that, someone else could have used the account, so we removed what was in it: ${removed}. Add what you need again; a subscription needs a payment method.`,
  }),
}
