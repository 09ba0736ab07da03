/** The mail that a test of the mail server sends to the admin, and whether there was one. */
import { randomUUID } from 'node:crypto'
import type { Db } from '#server/kernel/db/schema.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { OutgoingMail } from '#server/providers/providers.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { renderMail, paragraph } from '../texts/template.ts'

/** Uses the shop's sender address, so that a mail server that refuses this address also refuses the test. */
export async function testMail(shop: Shop, admin: Pick<SignedIn, 'email'>): Promise<OutgoingMail> {
  const { config } = shop
  const business = await businessOf(shop)
  const { from } = config.mail
  const content = {
    preview: 'The shop can send mail.',
    title: 'A test of the mail server',
    parts: [
      paragraph('This email was sent by “Test connection”. The mail server of your shop takes its mail.'),
    ],
    why: 'You get this email because you tested the connection to the mail server of the shop.',
  }
  return {
    from: { name: business.roasters, address: from },
    to: admin.email,
    replyTo: null,
    subject: 'Test of the mail server',
    ...renderMail(content, originOf(config), business),
    messageId: `<test-${randomUUID()}@${from.split('@')[1]}>`,
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
