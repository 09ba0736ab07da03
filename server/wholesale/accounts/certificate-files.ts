/**
 * The papers of certificates. Only staff and the buyers of the account get them, so they are in the database and not among
 * the pictures, which are public.
 */
import { readFile } from 'node:fs/promises'
import type { CertificateFile } from '#shared/wholesale/resources/certificate.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { CertificateRow, Db, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { badRequest, conflict, notFound } from '#server/kernel/errors.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { ReceivedFile } from '#server/platform/http/receive-files.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { savedCertificate } from './rows.ts'

/** What a received file is stored as. */
export type Paper = { name: string; kind: 'pdf' | 'jpeg'; content: Buffer }

/** Bytes of a part: a multiple of three, so that the parts of the Base64 text are those of the bytes. */
const PART = 48 * 1024
/** Parts in a statement. */
const AT_ONCE = 16

/**
 * Reads a received file. Its bytes decide what it is, not its name or type. A picture is encoded again, without the place where
 * it was taken. Throws 400 for everything but a PDF, JPEG or PNG.
 */
export async function readPaper([file]: readonly ReceivedFile[]): Promise<Paper> {
  const bytes = await readFile(file!.path)
  const { name } = file!
  if (isPdf(bytes)) return { name, kind: 'pdf', content: bytes }
  if (!isPhoto(bytes)) throw badRequest('Send a PDF, or a photo as JPEG or PNG')
  // The decoder is loaded only now, to save memory in a process that handles no pictures.
  const { encodePaper } = await import('#server/kernel/pictures/variants.ts')
  return { name, kind: 'jpeg', content: await encodePaper(bytes) }
}

/** Some scanners write bytes behind the end mark. */
const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).equals(Buffer.from('%PDF-')) && bytes.includes('%%EOF')

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const JPEG = Buffer.from('\xff\xd8\xff', 'latin1')
const isPhoto = (bytes: Buffer) => [PNG, JPEG].some((begin) => bytes.subarray(0, begin.length).equals(begin))

/** Stores a paper, and returns its id. */
export async function storePaper(
  tx: Tx,
  { clock }: Pick<Shop, 'clock'>,
  { name, kind, content }: Paper,
  of: { company: string } | { application: string },
  addedBy: string,
): Promise<string> {
  const id = newId(clock)
  const row = {
    id,
    company_id: 'company' in of ? of.company : null,
    application_id: 'application' in of ? of.application : null,
    name,
    kind,
    bytes: content.length,
    added_by: addedBy,
    created_at: isoNow(clock),
  }
  await tx.insertInto('certificate_files').values(row).execute()
  const parts = Array.from({ length: Math.ceil(content.length / PART) }, (_, position) => ({
    file_id: id,
    position,
    content: content.toString('base64', position * PART, (position + 1) * PART),
  }))
  for (const some of inBatches(parts, AT_ONCE))
    await tx.insertInto('certificate_file_parts').values(some).execute()
  return id
}

/**
 * Adds the paper of a certificate, or replaces it before it is checked. Throws 400, 404, and 409 for a certificate that is
 * checked already, or that another request has changed since it was read.
 */
export async function addCertificateFile(
  shop: Shop,
  user: SignedIn,
  { id, certificateId }: { id: string; certificateId: string },
  files: readonly ReceivedFile[],
  { mayComplete }: { mayComplete: boolean },
): Promise<void> {
  const before = await certificateOf(shop.db, id, certificateId)
  // Staff may add a paper that arrives after the check. A paper that was checked is never replaced.
  if (before.state !== 'waiting' && !(mayComplete && before.file === null))
    throw conflict('This certificate is checked already. Add the new one instead')
  const paper = await readPaper(files)
  await transact(shop.db, async (tx) => {
    const file = await storePaper(tx, shop, paper, { company: id }, user.name)
    const saved = await savedCertificate.saveIn(tx, shop, before, { file })
    await removePaper(tx, before.file)
    const changes = [{ field: 'File', before: before.file === null ? '' : 'Another file', after: paper.name }]
    await savedCertificate.log(tx, shop, user, saved, 'Changed', changes)
  })
}

/** Removes a stored paper, if there is one. */
export async function removePaper(tx: Tx, id: string | null): Promise<void> {
  if (id !== null) await tx.deleteFrom('certificate_files').where('id', '=', id).execute()
}

/** The paper of a certificate. Throws 404. */
export async function readCertificateFile(
  { db }: Pick<Shop, 'db'>,
  { id, certificateId }: { id: string; certificateId: string },
): Promise<Download> {
  const { file } = await certificateOf(db, id, certificateId)
  return paperOf(db, file)
}

/** A stored paper to save. Throws 404 if there is none. */
export async function paperOf(db: Db, id: string | null): Promise<Download> {
  const file = id === null ? undefined : await filesIn(db).where('id', '=', id).executeTakeFirst()
  if (!file) throw notFound('File')
  const parts = await db
    .selectFrom('certificate_file_parts')
    .select('content')
    .where('file_id', '=', file.id)
    .orderBy('position')
    .execute()
  return {
    name: `certificate.${file.kind === 'pdf' ? 'pdf' : 'jpg'}`,
    type: TYPES[file.kind],
    content: Buffer.concat(parts.map(({ content }) => Buffer.from(content, 'base64'))),
  }
}

const TYPES = { pdf: 'application/pdf', jpeg: 'image/jpeg' } as const

/** What the papers of an account are, by their id. */
export async function papersOf(db: Db, companyId: string): Promise<ReadonlyMap<string, CertificateFile>> {
  const rows = await filesIn(db).where('company_id', '=', companyId).execute()
  return new Map(rows.map(({ id, ...file }) => [id, file]))
}

/** The paper of an application with its id; undefined if there is none. */
export function paperOfApplication(
  db: Db,
  applicationId: string,
): Promise<(CertificateFile & { id: string }) | undefined> {
  return filesIn(db).where('application_id', '=', applicationId).executeTakeFirst()
}

/** What the paper of an application is; null if there is none. */
export async function fileOfApplication(db: Db, applicationId: string): Promise<CertificateFile | null> {
  const found = await paperOfApplication(db, applicationId)
  return found ? { name: found.name, kind: found.kind, bytes: found.bytes } : null
}

/**
 * Gives the paper of an application to the account that it becomes. Returns its id; null if there is none.
 * @param isKept whether the account has a certificate to which it belongs; without one it is removed
 */
export async function movePaper(
  tx: Tx,
  { application, company, isKept }: { application: string; company: string; isKept: boolean },
): Promise<string | null> {
  const id = (await paperOfApplication(tx, application))?.id ?? null
  if (id === null || !isKept) {
    await removePaper(tx, id)
    return null
  }
  const owner = { application_id: null, company_id: company }
  await tx.updateTable('certificate_files').set(owner).where('id', '=', id).execute()
  return id
}

const filesIn = (db: Db) => db.selectFrom('certificate_files').select(['id', 'name', 'kind', 'bytes'])

async function certificateOf(db: Db, companyId: string, id: string): Promise<CertificateRow> {
  const row = await savedCertificate.find(db, id)
  if (row.company_id !== companyId) throw notFound('Certificate')
  return row
}
