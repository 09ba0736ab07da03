/** What staff do with an application: begin it with an inquiry, ask for something, decline, approve. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import { blankOf } from '#shared/platform/resources/described.ts'
import type { WholesaleMail } from '#shared/platform/mails/kinds.ts'
import type { Application, applications } from '#shared/wholesale/api/applications.ts'
import { ALL_RIGHTS } from '#shared/wholesale/resources/buyer.ts'
import {
  applicationFields,
  applicationProblems,
  certificateIn,
} from '#shared/wholesale/resources/application.ts'
import { COMPANY_KINDS } from '#shared/wholesale/resources/company.ts'
import { certificateProblems } from '#shared/wholesale/resources/certificate.ts'
import type { ApplicationRow, MessageRow, Tx } from '#server/kernel/db/schema.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { badRequest, conflict, notFound } from '#server/kernel/errors.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { toGrams } from '#shared/kernel/weights.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { wholesaleMail } from '#server/platform/outbox/wholesale-mail.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { requireOn } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { movePaper } from '../accounts/certificate-files.ts'
import { newCertificate } from '../accounts/check-certificates.ts'
import { newCompany, requirePriceList } from '../accounts/companies.ts'
import { newLocation } from '../accounts/locations.ts'
import { newBuyer } from '../accounts/people.ts'
import { certificateRows, nameOfCompany, toBuyer } from '../accounts/rows.ts'
import { dataOf } from './fill.ts'
import { linkEnd } from './link.ts'
import { findApplication, getApplication } from './read.ts'

/**
 * Makes an application of a wholesale inquiry, filled with what the inquiry says, mails its link and marks the inquiry as
 * answered. Throws 400 for another message, 404, and 409 if there is an application already.
 */
export async function beginApplication(shop: Shop, admin: SignedIn, message: string) {
  const inquiry = await inquiryOf(shop, message)
  const row = newApplication(shop, inquiry)
  await transact(shop.db, async (tx) => {
    await requireOn(tx, shop, 'wholesale')
    await tx.insertInto('applications').values(row).execute()
    await tx.updateTable('messages').set({ status: 'answered' }).where('id', '=', message).execute()
    await mail(tx, shop, 'wholesale-application', row)
    await record(tx, shop, admin, row, 'Mailed the application')
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw conflict('There is an application of this inquiry already')
    throw error
  })
  shop.mailSignal.raise()
  return { _id: row.id, message: `The application is on its way to ${row.email}` }
}

/** Mails a new link. Throws 404, and 409 if the application is decided. */
export async function resendApplication(
  shop: Shop,
  admin: SignedIn,
  id: string,
): Promise<{ message: string }> {
  const row = await findApplication(shop, id)
  if (row.state === 'approved' || row.state === 'declined') throw conflict(`This application is ${row.state}`)
  await transact(shop.db, async (tx) => {
    await mail(tx, shop, 'wholesale-application', row)
    await record(tx, shop, admin, row, 'Mailed the link again')
  })
  shop.mailSignal.raise()
  return { message: `A new link is on its way to ${row.email}` }
}

type Letter = Body<typeof applications.ask>

/** Asks the applicant for something; the link in the mail opens the application again. Throws 404 and 409. */
export async function askApplicant(shop: Shop, admin: SignedIn, id: string, { text, version }: Letter) {
  return decide(shop, id, version, async (tx, row) => {
    await mail(tx, shop, 'wholesale-needs', row, text)
    await record(tx, shop, admin, row, 'Asked for something')
    return { state: 'needs', asked: text }
  })
}

/** Declines an application by mail. Its link stops working. Throws 404 and 409. */
export async function declineApplication(shop: Shop, admin: SignedIn, id: string, { text, version }: Letter) {
  return decide(shop, id, version, async (tx, row) => {
    await mail(tx, shop, 'wholesale-declined', row, text)
    await record(tx, shop, admin, row, 'Declined')
    return { state: 'declined', ...decidedBy(shop, admin) }
  })
}

/**
 * Makes the account with its first location and its first buyer, and mails the link to join. A certificate counts from
 * today on if it is complete and the caller has checked it; otherwise it waits, and all sales are taxed. Throws 400 for
 * values that do not fit together, 404, and 409 if the application is not filled in or decided already.
 */
export async function approveApplication(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { text, version, company: edit, location, isCertificateChecked }: Body<typeof applications.approve>,
) {
  const [companyId, now] = [newId(shop.clock), isoNow(shop.clock)]
  const stamps = { version: 1, created_at: now, updated_at: now }
  const company = { ...newCompany(edit), ...stamps, id: companyId }
  const place = { ...newLocation(companyId, location), ...stamps, id: newId(shop.clock) }
  return decide(shop, id, version, async (tx, row) => {
    const data = dataOf(row)
    if (row.accepted_at === null || Object.keys(applicationProblems(data)).length > 0)
      throw conflict('The applicant has not sent the application yet')
    const person = newBuyer(shop, companyId, {
      ...ALL_RIGHTS,
      name: row.accepted_name ?? row.name,
      email: row.email,
    })
    const buyer = { ...person, ...stamps, id: newId(shop.clock) }
    await requirePriceList(tx, company)
    await tx.insertInto('companies').values(company).execute()
    await tx.insertInto('locations').values(place).execute()
    await tx.insertInto('buyers').values(buyer).execute()
    const certificate = certificateOf(shop, admin, companyId, data, edit.legalName, isCertificateChecked)
    const file = await movePaper(tx, { application: id, company: companyId, isKept: certificate !== null })
    if (certificate)
      await tx
        .insertInto('certificates')
        .values({ ...certificate, ...stamps, id: newId(shop.clock), file })
        .execute()
    const about = { buyer: buyer.id, text }
    await wholesaleMail(tx, shop, 'wholesale-approved', { to: toBuyer(buyer).email, about }).execute()
    const name = nameOfCompany(company)
    await logChange(tx, shop, admin, { subject: 'company', id: companyId, name, action: 'Approved' })
    return { state: 'approved', company_id: companyId, asked: '', ...decidedBy(shop, admin) }
  })
}

/** The certificate of an application as a row; null without one. */
function certificateOf(
  shop: Shop,
  admin: SignedIn,
  companyId: string,
  data: ReturnType<typeof dataOf>,
  legalName: string,
  isChecked: boolean,
) {
  const facts = certificateIn(data)
  if (!facts) return null
  const row = newCertificate(shop, companyId, facts)
  if (!isChecked) return row
  const problems = certificateProblems(certificateRows.editOf(row), legalName, nowAt(shop.clock).day)
  if (problems.length > 0)
    throw conflict(
      `An incomplete certificate cannot be accepted: ${problems.map(({ text }) => text).join('. ')}`,
    )
  return { ...row, state: 'valid' as const, checked_by: admin.name, checked_at: isoNow(shop.clock) }
}

/**
 * Changes an application that is not decided, in one transaction with all that follows. Of two decisions at once, one gets
 * 409.
 */
async function decide(
  shop: Shop,
  id: string,
  version: number,
  change: (tx: Tx, row: ApplicationRow) => Promise<Partial<ApplicationRow>>,
): Promise<Application> {
  await findApplication(shop, id)
  await transact(shop.db, async (tx) => {
    const row = await tx
      .updateTable('applications')
      .set((eb) => ({ version: eb('version', '+', 1), updated_at: isoNow(shop.clock) }))
      .where('id', '=', id)
      .where('version', '=', version)
      .where('state', 'in', ['sent', 'filled', 'needs'])
      .returningAll()
      .executeTakeFirst()
    if (!row) throw conflict('This application has changed since you opened it. Load the page again')
    await tx
      .updateTable('applications')
      .set(await change(tx, row))
      .where('id', '=', id)
      .execute()
  })
  shop.mailSignal.raise()
  return getApplication(shop, id)
}

const decidedBy = ({ clock }: Shop, { name }: SignedIn) => ({ decided_by: name, decided_at: isoNow(clock) })

async function mail(
  tx: Tx,
  shop: Shop,
  kind: WholesaleMail,
  row: ApplicationRow,
  text?: string,
): Promise<void> {
  const about = { application: row.id, ...(text === undefined ? {} : { text }) }
  await wholesaleMail(tx, shop, kind, { to: row.email, about }).execute()
}

function record(tx: Tx, shop: Shop, admin: SignedIn, row: ApplicationRow, action: string): Promise<void> {
  return logChange(tx, shop, admin, {
    subject: 'company',
    id: row.id,
    name: `Application of ${row.name}`,
    action,
  })
}

async function inquiryOf({ db }: Shop, id: string): Promise<MessageRow> {
  const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Message')
  if (row.kind !== 'wholesale') throw badRequest('This message is no wholesale inquiry')
  return row
}

/** The row of a new application, with what the inquiry says filled in. */
function newApplication(shop: Shop, inquiry: MessageRow): ApplicationRow {
  const now = isoNow(shop.clock)
  const word = inquiry.type_of_business.toLowerCase()
  const kinds = Object.keys(COMPANY_KINDS) as (keyof typeof COMPANY_KINDS)[]
  const data = {
    ...blankOf(applicationFields),
    tradeName: inquiry.name.slice(0, 120),
    kind: kinds.find((kind) => word.replace('é', 'e').includes(kind)) ?? ('other' as const),
    phone: inquiry.phone,
    website: inquiry.social,
    billingEmail: inquiry.email,
    expected: inquiry.qty > 0 ? Math.min(toGrams(inquiry.qty, 'lb'), MOST_GRAMS) : null,
  }
  return {
    id: newId(shop.clock),
    message_id: inquiry.id,
    token_hash: null,
    expires_at: linkEnd(shop),
    state: 'sent',
    email: inquiry.email,
    name: inquiry.name,
    data: JSON.stringify(data),
    asked: '',
    terms_version: null,
    terms_text: null,
    accepted_name: null,
    accepted_at: null,
    accepted_ip: null,
    company_id: null,
    decided_by: null,
    decided_at: null,
    version: 1,
    created_at: now,
    updated_at: now,
  }
}

/** The most that the field takes. */
const MOST_GRAMS = 50_000_000
