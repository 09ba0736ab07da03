/** Mails that admins send to themselves: the test of the mail server, and mails before they are sent to customers. */
import { randomUUID } from 'node:crypto'
import type { Db } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { OutgoingMail } from '#server/providers/providers.ts'
import { businessOf, inboxOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { renderMail, type MailBody } from '../kinds/template.ts'

/** A mail with its subject, before it is sent to customers. */
export type Previewed = MailBody & { subject: string }

/** Uses the shop's sender address, so that a mail server that refuses this address also refuses the test. */
async function toAdmin(
  shop: Shop,
  to: string,
  mail: Previewed & { replyTo: string | null },
  from: string = shop.services.mail.from,
): Promise<OutgoingMail> {
  const { roasters: name } = await businessOf(shop)
  return {
    from: { name, address: from },
    to,
    ...mail,
    messageId: `<test-${randomUUID()}@${from.split('@')[1]}>`,
  }
}

/** The test of the mail server. @param from the sender, if it is not the one that the shop uses now */
export async function testMail(
  shop: Shop,
  admin: Pick<SignedIn, 'email'>,
  from?: string,
): Promise<OutgoingMail> {
  const body = await renderMail(shop, {
    preview: 'The shop can send mail.',
    title: 'A test of the mail server',
    parts: ['This email was sent by “Test connection”. The mail server of your shop takes its mail.'],
    why: 'You get this email because you tested the connection to the mail server of the shop.',
  })
  return toAdmin(shop, admin.email, { subject: 'Test of the mail server', ...body, replyTo: null }, from)
}

/** Sends the mail to the admin. Throws 502 if the mail server does not take it. */
export async function sendPreview(
  shop: Shop,
  { email }: Pick<SignedIn, 'email'>,
  mail: Previewed,
): Promise<{ message: string }> {
  const { replyTo } = await inboxOf(shop)
  const test = await toAdmin(shop, email, { ...mail, subject: `Test: ${mail.subject}`, replyTo })
  try {
    await shop.providers.mail.check(test)
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

const TESTED = 'mail-tested'

/** Notes that the mail server has taken a test mail, for the setup checklist. */
export async function noteTestedMail({ db, clock, providers }: Shop): Promise<void> {
  if (providers.mail.mode === 'sandbox') return
  await db
    .insertInto('shop_facts')
    .values({ key: TESTED, value: isoNow(clock) })
    .onConflict((taken) => taken.column('key').doNothing())
    .execute()
}

/** Whether a mail server, not the sandbox, has ever taken a test mail or another email. */
export async function hasTestedMail(db: Db): Promise<boolean> {
  const tested = await db.selectFrom('shop_facts').select('key').where('key', '=', TESTED).executeTakeFirst()
  if (tested) return true
  const sent = db.selectFrom('outbox').select('id').where('state', '=', 'sent').where('is_kept', '=', 0)
  return (await sent.limit(1).executeTakeFirst()) !== undefined
}
