/** The paper of the certificate in an application. */
import type { Application } from '#shared/wholesale/api/applications.ts'
import type { CertificateFile } from '#shared/wholesale/resources/certificate.ts'
import type { ApplicationRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { ReceivedFile } from '#server/platform/http/receive-files.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import {
  fileOfApplication,
  paperOf,
  paperOfApplication,
  readPaper,
  removePaper,
  storePaper,
} from '../accounts/certificate-files.ts'
import { applicationOf } from './link.ts'
import { findApplication, getApplication } from './read.ts'

/** Stores what the applicant sends. Throws 400 for another file and for a link that does not work, and 409 if it was sent. */
export async function addFile(
  shop: Shop,
  token: string,
  files: readonly ReceivedFile[],
): Promise<{ file: CertificateFile }> {
  const row = await applicationOf(shop, token)
  await store(shop, row, ['sent', 'needs'], files, row.name)
  return { file: (await fileOfApplication(shop.db, row.id))! }
}

/** Stores the paper for an applicant. Throws 400, 404, and 409 if the application is decided. */
export async function addFileFor(
  shop: Shop,
  admin: SignedIn,
  id: string,
  files: readonly ReceivedFile[],
): Promise<Application> {
  const row = await findApplication(shop, id)
  await store(shop, row, ['sent', 'needs', 'filled'], files, admin.name)
  return getApplication(shop, id)
}

/** The paper. Throws 404 if there is none. */
export async function readFileOf(shop: Shop, id: string): Promise<Download> {
  await findApplication(shop, id)
  return paperOf(shop.db, (await paperOfApplication(shop.db, id))?.id ?? null)
}

async function store(
  shop: Shop,
  { id }: ApplicationRow,
  states: readonly ApplicationRow['state'][],
  files: readonly ReceivedFile[],
  addedBy: string,
): Promise<void> {
  const paper = await readPaper(files)
  await transact(shop.db, async (tx) => {
    // Of several files at once, each waits for the one before and replaces it.
    const open = await tx
      .updateTable('applications')
      .set((eb) => ({ version: eb.ref('version') }))
      .where('id', '=', id)
      .where('state', 'in', states)
      .returning('id')
      .executeTakeFirst()
    if (!open) throw conflict('This application was sent or decided already', { code: 'version' })
    await removePaper(tx, (await paperOfApplication(tx, id))?.id ?? null)
    await storePaper(tx, shop, paper, { application: id }, addedBy)
  })
}
