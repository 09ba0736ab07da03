/** The mail to the owners after one of them has connected or disconnected an outside service. */
import type { MailContent } from './template.ts'

/** Owners hear of every change, because whoever has a session of one of them could redirect payments or mail. */
export function serviceChanged({
  by,
  email,
  what,
}: {
  by: string
  email: string
  /** Such as `PayPal: connected`. */
  what: string
}): MailContent {
  return {
    preview: `${by} did this under Services.`,
    title: what,
    parts: [
      `${by} (${email}) has changed how the shop reaches an outside service. ${what}.`,
      'If this change was not intended, sign in, check Services and the change log, and change the password of the account that made it.',
    ],
    why: 'You get this email because you are an owner of the shop.',
  }
}
