/** Applications as the desk shows them. */
import { sql } from 'kysely'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { Application, applications, ListedApplication } from '#shared/wholesale/api/applications.ts'
import { applicationProblems, certificateIn } from '#shared/wholesale/resources/application.ts'
import { certificateProblems } from '#shared/wholesale/resources/certificate.ts'
import type { ApplicationRow } from '#server/kernel/db/schema.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import { namesHave, searchTerms } from '#server/kernel/db/search.ts'
import { notFound } from '#server/kernel/errors.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { fileOfApplication } from '../accounts/certificate-files.ts'
import { dataOf } from './fill.ts'

const PAGE_SIZE = 20
const SORT_KEYS = {
  date: sql`applications.created_at`,
  name: sql`lower(applications.name)`,
  state: sql`applications.state`,
}

/** A page of applications, newest first or sorted. A page out of range is empty. */
export async function listApplications(
  shop: Shop,
  { sort, keyword = '', state, ...asked }: Query<typeof applications.list>,
): Promise<Reply<typeof applications.list>> {
  const isNamed = await namesHave(shop.db, 'applications', ['name', 'email'], searchTerms(keyword))
  const matching = shop.db
    .selectFrom('applications')
    .where(isNamed)
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
  const { count } = await matching
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const { waiting } = await shop.db
    .selectFrom('applications')
    .where('state', '=', 'filled')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  const by = [SORT_KEYS[sort ?? 'date'], sql`applications.id`]
  const page = planPage(count, asked, PAGE_SIZE)
  const found = shop.db.selectFrom('applications').selectAll()
  const rows = await page.sort(found.where('id', 'in', page.pick(matching.select('id'), by)), by).execute()
  return { applications: rows.map(toListed), ...page.numbers, waiting }
}

/** One application. Throws 404. */
export async function getApplication(shop: Shop, id: string): Promise<Application> {
  const row = await findApplication(shop, id)
  const data = dataOf(row)
  const certificate = certificateIn(data)
  const { accepted_name: name, accepted_at: at, terms_version: version, terms_text: text } = row
  return {
    ...toListed(row),
    data,
    file: await fileOfApplication(shop.db, id),
    asked: row.asked,
    expiresAt: row.expires_at,
    accepted:
      name !== null && at !== null
        ? { name, at, ip: row.accepted_ip ?? '', version: version ?? 0, text: text ?? '' }
        : null,
    decided: row.decided_at === null ? null : { by: row.decided_by ?? '', at: row.decided_at },
    inquiry: await inquiryOf(shop, row),
    certificateProblems:
      certificate && certificateProblems(certificate, data.legalName, nowAt(shop.clock).day),
    missing: Object.values(applicationProblems(data)),
    version: row.version,
  }
}

/** The application that began with a message; null if there is none. */
export async function applicationOfMessage({ db }: Shop, message: string) {
  const row = await db
    .selectFrom('applications')
    .select(['id', 'state'])
    .where('message_id', '=', message)
    .executeTakeFirst()
  if (row) return { _id: row.id, state: row.state }
  if (await db.selectFrom('messages').select('id').where('id', '=', message).executeTakeFirst()) return null
  throw notFound('Message')
}

/** The row of an application. Throws 404. */
export async function findApplication({ db }: Pick<Shop, 'db'>, id: string): Promise<ApplicationRow> {
  const row = await db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Application')
  return row
}

async function inquiryOf({ db }: Shop, { message_id: id }: ApplicationRow): Promise<Application['inquiry']> {
  const row =
    id === null
      ? undefined
      : await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  return {
    _id: row.id,
    typeOfBusiness: row.type_of_business,
    phone: row.phone,
    pounds: row.qty,
    social: row.social,
    message: row.message,
    createdAt: row.created_at,
  }
}

function toListed(row: ApplicationRow): ListedApplication {
  const { legalName, city, expected } = dataOf(row)
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    state: row.state,
    legalName,
    city,
    expected,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    company: row.company_id,
  }
}
