/** The subscribers as a file, with what each of them agreed to. */
import { dayOf } from '#shared/kernel/dates.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Download } from '#server/platform/http/serve.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { csvHead, csvLine } from '#server/kernel/text/csv.ts'

const HEAD = [
  'Email',
  'Newsletter',
  'Newsletter since',
  'Newsletters',
  'New lots',
  'Agreed in',
  'Consent',
  'Consent stored at',
]

/** The people who get newsletters now, the first one first. The change log says who took the file. */
export async function exportSubscribers(shop: Shop, owner: SignedIn): Promise<Download> {
  const [rows, consents] = await Promise.all([readActive(shop.db), readConsents(shop.db)])
  await logChange(shop.db, shop, owner, { subject: 'newsletter', name: 'Subscribers', action: 'Exported' })
  const lines = rows.map((row) => {
    const consent = consents.get(row.email)
    const wants = [row.wants_news === 1 ? 'yes' : 'no', row.wants_lots === 1 ? 'yes' : 'no']
    const proof = [consent?.source ?? null, consent?.text ?? null, consent?.at ?? null]
    return csvLine([row.email, 'yes', row.confirmed_at, ...wants, ...proof])
  })
  return { name: `subscribers-${dayOf(shop.clock.now())}.csv`, content: csvHead(HEAD) + lines.join('') }
}

function readActive(db: Db) {
  return db
    .selectFrom('newsletter_subscribers')
    .select(['email', 'confirmed_at', 'wants_news', 'wants_lots'])
    .where('state', '=', 'active')
    .orderBy('confirmed_at')
    .orderBy('id')
    .execute()
}

/** The last consent of each subscriber. */
async function readConsents(db: Db) {
  const rows = await db
    .selectFrom('newsletter_consents')
    .select(['email', 'source', 'text', 'at'])
    .where('kind', 'in', ['confirmed', 'changed'])
    .orderBy('at')
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.email, row]))
}
