/** The text of the mail with an invitation to the staff. */
import type { Business } from '#shared/platform/business.ts'
import { ROLE_TEXTS, type StaffRole } from '#shared/kernel/roles.ts'
import { button, oneLine, paragraph, type MailContent } from './template.ts'

type Invited = { by: string; role: StaffRole; link: string; inbox: string; business: Business }

export function staffInvitation({ by, role, link, inbox, business: { roasters } }: Invited): MailContent {
  const { name, does } = ROLE_TEXTS[role]
  return {
    preview: 'The link works once, within 48 hours.',
    title: `Join the staff of ${roasters}`,
    parts: [
      paragraph('Hello,'),
      paragraph(
        `${oneLine(by)} invites you to work in the back office of ${roasters}. Your role: ${name}. ${does}`,
      ),
      button('Accept the invitation', link),
      paragraph('The link works once, within 48 hours. A newer link replaces it.'),
      paragraph(`If you do not expect this email, ignore it. A question? Write to ${inbox}.`),
    ],
    why: 'You get this email because an owner of our shop entered this address.',
  }
}
