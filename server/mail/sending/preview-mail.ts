/** An email with an introduction that is not published: its preview with invented data, and a test to the admin. */
import { randomUUID } from 'node:crypto'
import { badRequest, Refusal } from '#server/kernel/errors.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { eventSubject, type EventMail } from '#server/platform/outbox/event-mail.ts'
import { orderSubject, type OrderMail } from '#server/platform/outbox/order-mail.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { businessOf, inboxOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { MailPage } from '#server/content/site-pages/values.ts'
import { eventText } from '../texts/event-texts.ts'
import type { Introductions } from '../texts/introduction.ts'
import { isAboutReady, textOf } from '../texts/pickup-texts.ts'
import { sampleOrder, sampleSignup, SAMPLE_EVENT, SAMPLE_NUMBER } from '../texts/sample-order.ts'
import { renderMail, type MailBody } from '../texts/template.ts'
import { noteTestedMail } from './test-mail.ts'

type Previewed = MailBody & { subject: string }

/**
 * The whole mail.
 * @param which the case of the introduction; the first if left out. Throws 400 for a case that the mail does not have
 */
export async function previewMail(
  shop: Shop,
  { id, slots }: MailPage,
  texts: Introductions,
  which = Object.keys(slots)[0]!,
): Promise<Previewed> {
  if (!Object.hasOwn(slots, which)) throw badRequest('The mail has no such case')
  const isPickup = which === 'pickup' || (!isAboutEvent(id) && isAboutReady(id))
  const { subject, content } = isAboutEvent(id)
    ? {
        subject: eventSubject(id, SAMPLE_EVENT),
        content: eventText(id, await sampleSignup(shop, { texts, which })),
      }
    : {
        subject: orderSubject(id, {
          number: SAMPLE_NUMBER,
          isPickup,
          isReplacement: which === 'replacement',
        }),
        content: textOf(id, await sampleOrder(shop, { texts, which, isPickup })),
      }
  return { subject, ...renderMail(content, originOf(shop.config), await businessOf(shop)) }
}

function isAboutEvent(id: EventMail | OrderMail): id is EventMail {
  return id.startsWith('event-')
}

/** Sends the mail to the admin. Throws 502 if the mail server does not take it. */
export async function sendPreview(
  shop: Shop,
  { email }: Pick<SignedIn, 'email'>,
  { subject, ...body }: Previewed,
): Promise<{ message: string }> {
  const { from } = shop.config.mail
  const { roasters } = await businessOf(shop)
  try {
    await shop.providers.mail.check({
      from: { name: roasters, address: from },
      to: email,
      replyTo: (await inboxOf(shop)).replyTo,
      subject: `Test: ${subject}`,
      ...body,
      messageId: `<test-${randomUUID()}@${from.split('@')[1]}>`,
    })
  } catch (error) {
    shop.log.warn({ err: error }, 'a test of an email was not sent')
    throw new Refusal(502, `Not sent: ${shop.config.conceal((error as Error).message)}`)
  }
  await noteTestedMail(shop)
  return {
    message:
      shop.providers.mail.mode === 'sandbox'
        ? 'Sent to the sandbox, which delivers no mail. Connect a mail server to get tests'
        : `Sent to ${email}`,
  }
}
