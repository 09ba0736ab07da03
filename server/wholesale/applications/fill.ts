/** What an applicant does with the mailed link: type, come back, send. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import { blankOf } from '#shared/platform/resources/described.ts'
import type { applications, OpenedApplication } from '#shared/wholesale/api/applications.ts'
import {
  applicationFields,
  applicationProblems,
  type ApplicationData,
} from '#shared/wholesale/resources/application.ts'
import type { ApplicationRow } from '#server/kernel/db/schema.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { WHOLESALE_TERMS } from '#server/platform/settings/groups.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { fileOfApplication } from '../accounts/certificate-files.ts'
import { applicationOf } from './link.ts'

/** The application with what was typed so far, and the terms of today. Throws 400 for a link that does not work. */
export async function openApplication(shop: Shop, token: string): Promise<OpenedApplication> {
  const row = await applicationOf(shop, token)
  const { terms, version } = await currentSettings(shop, WHOLESALE_TERMS)
  return {
    state: row.state,
    name: row.name,
    email: row.email,
    data: dataOf(row),
    file: await fileOfApplication(shop.db, row.id),
    asked: row.asked,
    terms:
      row.state === 'filled' && row.terms_text !== null
        ? { text: row.terms_text, version: row.terms_version ?? 0 }
        : { text: terms, version },
    acceptedName: row.accepted_name,
    version: row.version,
  }
}

/** Keeps a draft. Throws 400 for a link that does not work, and 409 if the application was sent or changed elsewhere. */
export async function saveDraft(
  shop: Shop,
  { token, version, data }: Body<typeof applications.saveDraft>,
): Promise<{ version: number }> {
  const row = await applicationOf(shop, token)
  return { version: await write(shop, row, version, { data: JSON.stringify(data) }) }
}

/**
 * Sends the application, with the accepted terms as they are. Throws 400 for a link that does not work and for missing
 * fields, and 409 if the terms have changed, or the application was sent or changed elsewhere.
 */
export async function sendApplication(
  shop: Shop,
  { token, version, data, termsVersion, acceptedName }: Body<typeof applications.send>,
  ip: string,
): Promise<OpenedApplication> {
  const row = await applicationOf(shop, token)
  const fields = applicationProblems(data)
  const [field, problem] = Object.entries(fields)[0] ?? []
  if (field !== undefined) throw new Refusal(400, problem!, { field, fields })
  const terms = await currentSettings(shop, WHOLESALE_TERMS)
  if (terms.version !== termsVersion)
    throw conflict('The terms have changed. Please read them again', { code: 'terms' })
  await write(shop, row, version, {
    data: JSON.stringify(data),
    state: 'filled',
    asked: '',
    terms_version: terms.version,
    terms_text: terms.terms,
    accepted_name: acceptedName,
    accepted_at: isoNow(shop.clock),
    accepted_ip: ip,
  })
  return openApplication(shop, token)
}

/** The data of an application; fields that are not stored yet are blank. */
export function dataOf({ data }: Pick<ApplicationRow, 'data'>): ApplicationData {
  return { ...blankOf(applicationFields), ...(JSON.parse(data) as Partial<ApplicationData>) }
}

/** Changes an application that is not sent, and returns its new version. */
async function write(
  { db, clock }: Shop,
  { id, token_hash: hash }: ApplicationRow,
  version: number,
  columns: Partial<ApplicationRow>,
): Promise<number> {
  const saved = await db
    .updateTable('applications')
    .set({ ...columns, version: version + 1, updated_at: isoNow(clock) })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('token_hash', '=', hash)
    .where('state', 'in', ['sent', 'needs'])
    .returning('version')
    .executeTakeFirst()
  if (!saved)
    throw conflict('This application was sent or changed elsewhere. Load the page again', { code: 'version' })
  return saved.version
}
