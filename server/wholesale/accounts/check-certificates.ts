/** Certificates as they come in and are checked, and the notice before one ends. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import { addDays } from '#shared/kernel/days.ts'
import type { accounts } from '#shared/wholesale/api/accounts.ts'
import { certificateProblems } from '#shared/wholesale/resources/certificate.ts'
import type { CertificateRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { wholesaleMail } from '#server/platform/outbox/wholesale-mail.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { buyersOf } from './buyers.ts'
import { certificateRows, savedCertificate, savedCompany } from './rows.ts'

type Edit = Body<typeof accounts.addCertificate>
type Place = { id: string; certificateId: string }

/** The most certificates of an account that wait to be checked. */
export const MOST_WAITING = 10

/** Adds a certificate that is to be checked. Throws 404, and 409 if too many wait. */
export async function addCertificate(
  shop: Shop,
  user: SignedIn,
  companyId: string,
  edit: Edit,
): Promise<void> {
  await savedCompany.find(shop.db, companyId)
  await savedCertificate.create(shop, user, async (tx) => {
    const waiting = await tx
      .selectFrom('certificates')
      .select('id')
      .where('company_id', '=', companyId)
      .where('state', '=', 'waiting')
      .execute()
    if (waiting.length >= MOST_WAITING)
      throw conflict('Several certificates wait to be checked. Please wait for it')
    return newCertificate(shop, companyId, edit)
  })
}

/** All columns of a new certificate. */
export function newCertificate({ clock }: Pick<Shop, 'clock'>, companyId: string, edit: Edit) {
  return {
    ...certificateRows.columnsOf(edit),
    company_id: companyId,
    file: null,
    state: 'waiting' as const,
    received_at: isoNow(clock),
    checked_by: null,
    checked_at: null,
    ended_at: null,
    told_before: 0 as const,
    told_on_day: 0 as const,
  }
}

/** Corrects a certificate before it is checked. Throws 404, and 409 if it is checked or `version` is outdated. */
export async function saveCertificate(
  shop: Shop,
  admin: SignedIn,
  { id, certificateId }: Place,
  edit: Edit,
): Promise<void> {
  await savedCertificate.update(shop, admin, certificateId, {
    version: edit.version,
    columns: (_tx, before) => {
      requireOf(before, id)
      if (before.state !== 'waiting')
        throw conflict('This certificate is checked already. Add the new one instead')
      return certificateRows.columnsOf(edit)
    },
  })
}

/**
 * Accepts, refuses or revokes a certificate. It counts from today on, and its end counts from today on, too: invoices of
 * before stay as they are. Throws 404, and 409 for an incomplete one that is to be accepted, for a state that cannot
 * follow, and if `version` is outdated.
 */
export async function checkCertificate(
  shop: Shop,
  admin: SignedIn,
  { id, certificateId }: Place,
  { state, version }: Body<typeof accounts.checkCertificate>,
): Promise<void> {
  const company = await savedCompany.find(shop.db, id)
  const { day } = nowAt(shop.clock)
  await savedCertificate.update(shop, admin, certificateId, {
    version,
    columns: (_tx, before) => {
      requireOf(before, id)
      if (before.state !== BEFORE[state])
        throw conflict(`This certificate is ${STATES[before.state]} already`)
      if (state === 'valid') requireComplete(before, company.legal_name, day)
      const now = isoNow(shop.clock)
      if (state === 'revoked') return { state, ended_at: now }
      return {
        state,
        checked_by: admin.name,
        checked_at: now,
        ended_at: state === 'refused' ? now : null,
      }
    },
    after: async (_tx, saved, before) => [
      { field: 'Certificate', before: STATES[before.state], after: STATES[saved.state] },
    ],
  })
}

/** The state that a certificate must have for the next one. */
const BEFORE = { valid: 'waiting', refused: 'waiting', revoked: 'valid' } as const
const STATES = { waiting: 'to check', valid: 'valid', refused: 'refused', revoked: 'revoked' } as const

/** Throws 409 with everything that is missing or wrong. */
function requireComplete(row: CertificateRow, legalName: string, day: string): void {
  const problems = certificateProblems(certificateRows.editOf(row), legalName, day)
  if (problems.length === 0) return
  const fields = Object.fromEntries(problems.map(({ field, text }) => [field, text]))
  throw new Refusal(
    409,
    `An incomplete certificate cannot be accepted: ${Object.values(fields).join('. ')}`,
    { fields },
  )
}

function requireOf(row: CertificateRow, companyId: string): void {
  if (row.company_id !== companyId) throw notFound('Certificate')
}

/** How many days before its end the first mail about a certificate is sent. The second one is sent on its last day. */
export const NOTICE_DAYS = 30
const BATCH = 100

/**
 * Mails the people of each account whose certificate ends within 30 days, and again when it has its last day, unless the
 * account has another certificate that lasts longer. Each mail is queued once, also by several instances.
 */
export async function tellOfEnds(shop: Shop): Promise<void> {
  const { day } = nowAt(shop.clock)
  await tell(shop, 'told_before', addDays(day, NOTICE_DAYS))
  await tell(shop, 'told_on_day', day)
}

async function tell(shop: Shop, mark: 'told_before' | 'told_on_day', until: string): Promise<void> {
  for (;;) {
    const rows = await shop.db
      .selectFrom('certificates')
      .innerJoin('companies', 'companies.id', 'certificates.company_id')
      .selectAll('certificates')
      .select('companies.billing_email')
      .where('certificates.state', '=', 'valid')
      .where('expires_on', '<=', until)
      .where(mark, '=', 0)
      .where('companies.status', '<>', 'closed')
      .orderBy('certificates.id')
      .limit(BATCH)
      .execute()
    for (const row of rows) await tellOne(shop, row, mark)
    if (rows.length < BATCH) return
  }
}

async function tellOne(
  shop: Shop,
  row: CertificateRow & { billing_email: string },
  mark: 'told_before' | 'told_on_day',
): Promise<void> {
  const { day } = nowAt(shop.clock)
  await transact(shop.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('certificates')
      .set({ [mark]: 1 })
      .where('id', '=', row.id)
      .where(mark, '=', 0)
      .executeTakeFirst()
    // Another instance has told it. After an outage, an end that has passed long ago is no news.
    if (numUpdatedRows !== 1n || row.expires_on! < addDays(day, -NOTICE_DAYS)) return
    const longer = await tx
      .selectFrom('certificates')
      .select('id')
      .where('company_id', '=', row.company_id)
      .where('state', '=', 'valid')
      .where((eb) => eb.or([eb('expires_on', 'is', null), eb('expires_on', '>', row.expires_on!)]))
      .executeTakeFirst()
    if (longer) return
    const people = (await buyersOf(tx, row.company_id)).filter(({ may_people: may }) => may === 1)
    const addresses = people.length > 0 ? people.map(({ email }) => email) : [row.billing_email]
    for (const to of new Set(addresses))
      await wholesaleMail(tx, shop, 'wholesale-certificate', {
        to,
        about: { certificate: row.id },
        key: `${row.id}:${mark}:${to}`,
      }).execute()
  })
  shop.mailSignal.raise()
}
