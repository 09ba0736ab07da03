/** The mail to the owners about a webhook that the shop has switched off. */
import { button, oneLine, type MailContent } from './template.ts'

/**
 * @param reason a sentence without a full stop and without an address
 * @param link to the page of the webhook
 */
export function webhookOffMail({ reason, link }: { reason: string; link: string }): MailContent {
  return {
    preview: 'The shop has stopped sending to another program.',
    title: 'A webhook is switched off',
    parts: [
      `The shop has stopped sending to another program. The reason: ${oneLine(reason)}.`,
      'What happens from now on is not kept for it. When the other program works again, switch the webhook on, and send again what failed.',
      button('Open the webhook', link),
    ],
    why: 'You get this email because you are an owner of this shop.',
  }
}
