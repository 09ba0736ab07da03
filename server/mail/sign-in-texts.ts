/** The text of the mail about a changed sign-in: a passkey or a second factor was added, removed or used up. */
import type { SignInChange } from '../outbox/row.ts'
import { button, oneLine, paragraph, type MailContent } from './template.ts'

type Changed = {
  change: SignInChange
  /** The name of the passkey. */
  passkey: string
  origin: string
  inbox: string
}

/** Without the greeting and the reason for the mail. */
export function signInChanged({ change, passkey, origin, inbox }: Changed): Omit<MailContent, 'why'> {
  const { title, text } = TEXTS[change](oneLine(passkey))
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

const TEXTS: Record<SignInChange, (passkey: string) => { title: string; text: string }> = {
  'passkey-added': (passkey) => ({
    title: 'A passkey was added',
    text: `The passkey “${passkey}” was added to your account. It signs in without the password.`,
  }),
  'passkey-removed': (passkey) => ({
    title: 'A passkey was removed',
    text: `The passkey “${passkey}” was removed from your account. It does not sign in any more.`,
  }),
}
