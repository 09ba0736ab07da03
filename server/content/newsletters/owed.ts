import type { Db } from '#server/kernel/db/schema.ts'
import { owedOf, type Owed } from '#server/platform/settings/parts.ts'

/** What keeps newsletters from being off: one that is sent, or has a day, and mails that wait for their turn. */
export async function owedNewsletters(db: Db): Promise<Owed[]> {
  const newsletters = await db
    .selectFrom('newsletters')
    .where('state', 'in', ['scheduled', 'sending'])
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  const mails = await db
    .selectFrom('outbox')
    .where('state', '=', 'waiting')
    .where('kind', 'in', ['newsletter', 'newsletter-confirm'])
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  const asked = await db
    .selectFrom('imported_consents')
    .where('state', '=', 'queued')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return [
    ...owedOf(Number(newsletters.count), ['newsletter to send', 'newsletters to send'], '/admin/newsletters'),
    ...owedOf(Number(mails.count), ['mail that waits', 'mails that wait'], '/admin/mail'),
    ...owedOf(Number(asked.count), ['person to ask', 'people to ask'], '/admin/newsletters'),
  ]
}
