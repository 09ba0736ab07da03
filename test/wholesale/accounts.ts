/** Applications and accounts of wholesale, for tests that need existing ones. */
import { blankOf } from '#shared/platform/resources/described.ts'
import { applicationFields, type ApplicationData } from '#shared/wholesale/resources/application.ts'
import { ALL_RIGHTS } from '#shared/wholesale/resources/buyer.ts'
import { certificateFields } from '#shared/wholesale/resources/certificate.ts'
import { companyFields } from '#shared/wholesale/resources/company.ts'
import { locationFields } from '#shared/wholesale/resources/location.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { storePaper } from '#server/wholesale/accounts/certificate-files.ts'
import { newCertificate } from '#server/wholesale/accounts/check-certificates.ts'
import { newCompany } from '#server/wholesale/accounts/companies.ts'
import { newLocation } from '#server/wholesale/accounts/locations.ts'
import { newBuyer } from '#server/wholesale/accounts/people.ts'
import { tokenIn, type Mailbox } from '../mailbox.ts'
import { sendInquiry } from '../messages.ts'
import type { TestShop } from '../shop.ts'
import { signedIn, type SignedInVisitor } from '../signed-in.ts'
import { insert } from '../table-rows.ts'
import type { Visitor } from '../visitor.ts'

const VIENNA = {
  address: '120 Church Street NE',
  address2: '',
  city: 'Vienna',
  state: 'VA',
  postalCode: '22180',
}

export const COMPANY = {
  ...blankOf(companyFields),
  ...VIENNA,
  legalName: 'Mosaic Coffee LLC',
  tradeName: 'Cafe Mosaic',
  billingEmail: 'bills@mosaic.example',
}

export const LOCATION = {
  ...blankOf(locationFields),
  ...VIENNA,
  name: 'Church Street',
  recipient: 'Cafe Mosaic',
  weekdays: ['Thu' as const],
}

/** A complete certificate of `COMPANY`. */
export const CERTIFICATE = {
  ...blankOf(certificateFields),
  form: 'ST-10' as const,
  holder: 'Mosaic Coffee, LLC',
  address: '120 Church Street NE, Vienna, VA 22180',
  number: '10-123456789F-001',
  goods: 'Roasted coffee for resale',
  signedBy: 'Maria Mosaic',
  signedOn: '2026-11-02',
}

/** What an applicant has filled in completely. */
export const APPLICATION: ApplicationData = {
  ...blankOf(applicationFields),
  ...VIENNA,
  legalName: COMPANY.legalName,
  tradeName: COMPANY.tradeName,
  kind: 'cafe',
  phone: '703 555 0100',
  billingName: 'Bob Books',
  billingEmail: 'bills@mosaic.example',
  payment: 'net',
  receivesFrom: '07:00',
  receivesTo: '11:00',
  expected: 18_144,
  isResold: true,
  certForm: 'ST-10',
  certHolder: CERTIFICATE.holder,
  certAddress: CERTIFICATE.address,
  certNumber: CERTIFICATE.number,
  certGoods: CERTIFICATE.goods,
  certSignedBy: CERTIFICATE.signedBy,
  certSignedOn: CERTIFICATE.signedOn,
}

type Asked = { id: string; token: string; email: string }

/** An inquiry that an admin has made an application of, with the token of its mail. */
export async function begun(
  shop: TestShop,
  mailbox: Mailbox,
  email = `${newId(shop.clock)}@mosaic.example`,
): Promise<Asked> {
  const message = await sendInquiry(shop, { email, businessName: 'Cafe Mosaic' })
  const admin = await signedIn(shop, { role: 'owner', name: 'Olive Owner' })
  const { body } = await admin.post('/api/applications', { message })
  const [mail] = await mailbox.newMailsTo(email)
  return { id: body._id, token: tokenIn(mail, '/wholesale/apply'), email }
}

/** The same, filled in and sent. */
export async function filled(
  shop: TestShop,
  mailbox: Mailbox,
  data: Partial<ApplicationData> = {},
  email?: string,
): Promise<Asked & { version: number }> {
  const asked = await begun(shop, mailbox, email)
  const body = {
    token: asked.token,
    version: 1,
    data: { ...APPLICATION, ...data },
    termsVersion: 0,
    acceptedName: 'Maria Mosaic',
    accepts: true,
  }
  const answer = await shop.visitor().post('/api/applications/send', body)
  if (answer.status !== 200) throw new Error(answer.text)
  return { ...asked, version: answer.body.version }
}

/** The body with which an application is approved. */
export const approval = (version: number, isCertificateChecked = true) => ({
  version,
  text: 'Hello Maria,\n\nyour account is open.',
  company: COMPANY,
  location: LOCATION,
  isCertificateChecked,
})

type Rows = { company: string; location: string; buyer: string }

/**
 * An account with a location and a buyer, written as rows.
 * @param user the user who acts for it; a person who has not joined yet without one
 */
export async function accountOf(
  shop: TestShop,
  user?: { id: string; email: string },
  { company: columns = {}, rights = {} }: { company?: object; rights?: object } = {},
): Promise<Rows> {
  const now = isoNow(shop.clock)
  const row = () => ({ id: newId(shop.clock), version: 1, created_at: now, updated_at: now })
  const company = { ...newCompany(COMPANY), ...row(), ...columns }
  const location = { ...newLocation(company.id, LOCATION), ...row() }
  const person = {
    ...ALL_RIGHTS,
    name: 'Maria Mosaic',
    email: user?.email ?? `${newId(shop.clock)}@mosaic.example`,
  }
  const buyer = { ...newBuyer(shop.shop, company.id, person), ...row(), user_id: user?.id ?? null, ...rights }
  await insert(shop.db, 'companies', company)
  await insert(shop.db, 'locations', location)
  await insert(shop.db, 'buyers', buyer)
  return { company: company.id, location: location.id, buyer: buyer.id }
}

/** A signed-in buyer with an account. */
export async function buyerOf(
  shop: TestShop,
  options?: Parameters<typeof accountOf>[2],
): Promise<Rows & { buyer: string; visitor: SignedInVisitor }> {
  const visitor = await signedIn(shop, { name: 'Maria Mosaic' })
  return { ...(await accountOf(shop, visitor, options)), visitor }
}

/** A certificate of an account, as a row. */
export async function certificateOf(
  shop: TestShop,
  companyId: string,
  columns: object = {},
): Promise<string> {
  const now = isoNow(shop.clock)
  const row = { id: newId(shop.clock), version: 1, created_at: now, updated_at: now }
  const certificate = { ...newCertificate(shop.shop, companyId, CERTIFICATE), ...row, ...columns }
  await insert(shop.db, 'certificates', certificate)
  return certificate.id
}

/** The smallest file that counts as a PDF. */
export const A_PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n')

/** The paper of a certificate of an account, or of an application, as rows; returns its id. */
export async function paperRow(
  shop: TestShop,
  of: { company: string } | { application: string },
  name = 'ST-10.pdf',
): Promise<string> {
  const paper = { name, kind: 'pdf' as const, content: A_PDF }
  return transact(shop.db, (tx) => storePaper(tx, shop, paper, of, 'Maria Mosaic'))
}

/** An application with the paper of its certificate. */
export async function applicationWithPaper(shop: TestShop): Promise<string> {
  const admin = await signedIn(shop, { isAdmin: true })
  const { body } = await admin.post('/api/applications', { message: await sendInquiry(shop) })
  await paperRow(shop, { application: body._id })
  return body._id
}

/** The account of a visitor, or of a new user if the visitor has no session; returns its id. */
async function accountOfVisitor(shop: TestShop, visitor: Visitor): Promise<string> {
  const { status, body } = await visitor.get('/api/users/profile')
  if (status !== 200) return accountOfVisitor(shop, await signedIn(shop))
  return (await accountOf(shop, { id: body._id, email: body.email })).company
}

/** The last location or person of a wholesale account. */
async function partOfAccount(
  { db }: TestShop,
  table: 'locations' | 'buyers',
  account: string,
): Promise<string> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('company_id', '=', account)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Fields with which an admin creates a row: the address of an account, the inquiry of an application, the size of a price. */
export async function wholesaleFields(shop: TestShop, path: string): Promise<Record<string, unknown>> {
  if (path.endsWith('/accounts')) return COMPANY
  return path.endsWith('/applications') ? { message: await sendInquiry(shop) } : { size: await shop.sell() }
}

/** Rows of accounts, and of what belongs to one, for test/rows.ts. */
export const ACCOUNT_ROWS = {
  'own-accounts': accountOfVisitor,
  accounts: async (shop: TestShop) => (await accountOf(shop)).company,
}
export const ACCOUNT_PARTS = {
  locationId: (shop: TestShop, id: string) => partOfAccount(shop, 'locations', id),
  buyerId: (shop: TestShop, id: string) => partOfAccount(shop, 'buyers', id),
  certificateId: async (shop: TestShop, id: string) =>
    certificateOf(shop, id, { file: await paperRow(shop, { company: id }) }),
}
