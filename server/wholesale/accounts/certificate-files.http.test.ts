/** The papers of certificates: who sends them, who gets them, and what is refused. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPicture, formOf, type FormFile } from '#test/form.ts'
import { MAIL_SETTINGS, mailboxOf, tokenIn, type Mailbox } from '#test/mailbox.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import {
  A_PDF,
  approval,
  begun,
  buyerOf,
  CERTIFICATE,
  certificateOf,
  filled,
} from '#test/wholesale/accounts.ts'
import type { Visitor } from '#test/visitor.ts'

let shop: TestShop
let owner: SignedInVisitor
let mailbox: Mailbox
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  owner = await signedIn(shop, { role: 'owner', name: 'Olive Owner' })
  mailbox = mailboxOf(shop)
})
afterAll(() => shop.close())

const PDF: FormFile = { name: 'ST-10 signed.pdf', type: 'application/pdf', bytes: A_PDF }

function send(visitor: Visitor, path: string, file: FormFile = PDF, more: Record<string, string> = {}) {
  const { payload, headers } = formOf('file', [file])
  return visitor.post(path, payload, { ...headers, ...more })
}
const sendByLink = (token: string, file?: FormFile) =>
  send(shop.visitor(), '/api/applications/file', file, { 'x-guest-link': token })

/** Rows of papers, and of their parts. */
const stored = async () => {
  const files = await shop.db.selectFrom('certificate_files').select('id').execute()
  const parts = await shop.db.selectFrom('certificate_file_parts').select('file_id').execute()
  return [files.length, parts.length]
}

test('a buyer sends the paper of a certificate, and the people of the account and staff get the same bytes', async () => {
  const { company, visitor } = await buyerOf(shop)
  const { body } = await visitor.post(`/api/own-accounts/${company}/certificates`, CERTIFICATE)
  const path = `certificates/${body.certificates[0]._id}/file`
  const large = Buffer.concat([A_PDF, Buffer.alloc(200_001, 'x')])
  const sent = await send(visitor, `/api/own-accounts/${company}/${path}`, { ...PDF, bytes: large })
  expect([sent.status, sent.body.certificates[0].file]).toEqual([
    200,
    { name: 'ST-10 signed.pdf', kind: 'pdf', bytes: large.length },
  ])
  for (const answer of [
    await visitor.get(`/api/own-accounts/${company}/${path}`),
    await owner.get(`/api/accounts/${company}/${path}`),
  ]) {
    expect(answer.status).toBe(200)
    expect(answer.bytes!.equals(large)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="certificate.pdf"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  }
  const log = await owner.get(`/api/record?subject=company&subjectId=${company}`)
  expect(log.body.lines[0].changes).toEqual([{ field: 'File', before: '', after: 'ST-10 signed.pdf' }])
})

test('a guest, a customer, the buyer of another account and a removed buyer get 404 or 401, and so does who may not send', async () => {
  const { company, visitor, buyer } = await buyerOf(shop)
  const certificate = await certificateOf(shop, company)
  const path = `/api/own-accounts/${company}/certificates/${certificate}/file`
  expect((await send(owner, `/api/accounts/${company}/certificates/${certificate}/file`)).status).toBe(200)
  const other = await buyerOf(shop)
  const customer = await signedIn(shop)
  for (const stranger of [other.visitor, customer, owner]) {
    expect((await stranger.get(path)).status).toBe(404)
    expect((await send(stranger, path)).status).toBe(404)
  }
  expect((await shop.visitor().get(path)).status).toBe(401)
  // With an account of the stranger in the address, the certificate is not found either.
  expect(
    (await other.visitor.get(`/api/own-accounts/${other.company}/certificates/${certificate}/file`)).status,
  ).toBe(404)
  expect((await owner.get(`/api/accounts/${other.company}/certificates/${certificate}/file`)).status).toBe(
    404,
  )
  await shop.db.updateTable('buyers').set({ may_people: 0 }).where('id', '=', buyer).execute()
  expect((await visitor.get(path)).status).toBe(200)
  expect((await send(visitor, path)).status).toBe(403)
  await shop.db
    .updateTable('buyers')
    .set({ removed_at: '2026-11-01T00:00:00.000Z' })
    .where('id', '=', buyer)
    .execute()
  expect((await visitor.get(path)).status).toBe(404)
})

test('the bytes decide: pages, drawings, programs, empty and too large files are refused, whatever their name', async () => {
  const { company, visitor } = await buyerOf(shop)
  const certificate = await certificateOf(shop, company)
  const path = `/api/own-accounts/${company}/certificates/${certificate}/file`
  const bad: [Buffer | string, number][] = [
    ['<!doctype html><script>alert(1)</script>', 400],
    ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 400],
    ['\n%PDF-1.4 late %%EOF', 400],
    ['%PDF-1.4 cut off', 400],
    [Buffer.from('\x89PNG\r\n\x1a\nnot a picture', 'latin1'), 400],
    [Buffer.from('\xff\xd8\xff<script>', 'latin1'), 400],
    ['', 400],
    [Buffer.concat([A_PDF, Buffer.alloc(10_000_001)]), 413],
  ]
  const changed = await changedBy(shop.db, async () => {
    for (const [bytes, status] of bad) {
      const answer = await send(visitor, path, { ...PDF, bytes })
      expect([bytes.slice(0, 20), answer.status]).toEqual([bytes.slice(0, 20), status])
    }
    const { payload, headers } = formOf('file', [PDF, PDF])
    expect((await visitor.post(path, payload, headers)).status).toBe(413)
    expect((await visitor.post(path, { file: 'x' })).status).toBe(415)
  })
  expect(changed).toEqual([])
})

test('a photo is stored as a JPEG without the place where it was taken, also if it is called a PDF', async () => {
  const { company, visitor } = await buyerOf(shop)
  const certificate = await certificateOf(shop, company)
  const path = `/api/own-accounts/${company}/certificates/${certificate}/file`
  const photo = await sharp(await aPicture())
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 54/1 0/1' } })
    .png()
    .toBuffer()
  expect((await send(visitor, path, { ...PDF, name: '../../<b>paper</b>.pdf', bytes: photo })).status).toBe(
    200,
  )
  const answer = await visitor.get(path)
  expect(answer.headers['content-type']).toBe('image/jpeg')
  const { format, exif } = await sharp(answer.bytes).metadata()
  expect([format, exif]).toEqual(['jpeg', undefined])
  const { body } = await visitor.get(`/api/own-accounts/${company}`)
  expect(body.certificates[0].file.name).toBe('b>.pdf')
})

test('another file replaces the one before until the certificate is checked, and nothing is left of it', async () => {
  const { company, visitor } = await buyerOf(shop)
  const certificate = await certificateOf(shop, company)
  const path = `certificates/${certificate}/file`
  const [files] = await stored()
  const answers = await Promise.all(
    [1, 2, 3].map(() => send(visitor, `/api/own-accounts/${company}/${path}`)),
  )
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect((await send(visitor, `/api/own-accounts/${company}/${path}`)).status).toBe(200)
  expect(await stored()).toEqual([files! + 1, (await stored())[1]])
  const { version } = await shop.db
    .selectFrom('certificates')
    .select('version')
    .where('id', '=', certificate)
    .executeTakeFirstOrThrow()
  const check = `/api/accounts/${company}/certificates/${certificate}/state`
  expect((await owner.put(check, { state: 'valid', version })).status).toBe(200)
  expect((await send(visitor, `/api/own-accounts/${company}/${path}`)).status).toBe(409)
  expect((await send(owner, `/api/accounts/${company}/${path}`)).status).toBe(409)
  // Staff add the paper that comes after the check.
  const bare = await certificateOf(shop, company, { state: 'valid' })
  const late = `certificates/${bare}/file`
  expect((await send(visitor, `/api/own-accounts/${company}/${late}`)).status).toBe(409)
  expect((await send(owner, `/api/accounts/${company}/${late}`)).status).toBe(200)
})

test('an applicant sends the paper with the mailed link, and it goes to the account that is approved', async () => {
  const { id, token, version, email } = await filled(shop, mailbox)
  expect((await sendByLink(token)).status).toBe(409)
  await owner.post(`/api/applications/${id}/ask`, { text: 'The paper, please', version })
  const next = tokenIn((await mailbox.newMailsTo(email))[0], '/wholesale/apply')
  expect((await sendByLink(token)).status).toBe(400)
  expect((await sendByLink(next, { ...PDF, bytes: '<html>' })).status).toBe(400)
  expect((await sendByLink(next)).body).toEqual({
    file: { name: 'ST-10 signed.pdf', kind: 'pdf', bytes: A_PDF.length },
  })
  const [files] = await stored()
  expect((await sendByLink(next)).status).toBe(200)
  expect((await stored())[0]).toBe(files)
  expect((await owner.get(`/api/applications/${id}/file`)).bytes!.equals(A_PDF)).toBe(true)
  const { body: opened } = await owner.get(`/api/applications/${id}`)
  const approved = await owner.post(`/api/applications/${id}/approve`, approval(opened.version))
  const { company } = approved.body
  const [certificate] = (await owner.get(`/api/accounts/${company}`)).body.certificates
  const file = await owner.get(`/api/accounts/${company}/certificates/${certificate._id}/file`)
  expect(file.bytes!.equals(A_PDF)).toBe(true)
  expect((await sendByLink(next)).status).toBe(400)
  expect((await owner.get(`/api/applications/${id}/file`)).status).toBe(404)
})

test('without a link, with another one, and without a certificate nothing of a paper is kept', async () => {
  const before = await stored()
  expect((await send(shop.visitor(), '/api/applications/file')).status).toBe(400)
  expect((await sendByLink('A'.repeat(43))).status).toBe(400)
  expect(await stored()).toEqual(before)
  const { id, token } = await begun(shop, mailbox)
  expect((await sendByLink(token)).status).toBe(200)
  await shop.db.deleteFrom('applications').where('id', '=', id).execute()
  const none = await filled(shop, mailbox, { isResold: false })
  const kept = await send(owner, `/api/applications/${none.id}/file`)
  expect(kept.status).toBe(200)
  const approved = await owner.post(`/api/applications/${none.id}/approve`, approval(none.version))
  expect(approved.status).toBe(200)
  expect(await stored()).toEqual(before)
})

test('one network sends at most 30 papers an hour', async () => {
  const limited = await openShop({ env: { RATE_LIMITS: 'on' } })
  try {
    const { payload, headers } = formOf('file', [PDF])
    const answers = []
    for (let count = 0; count < 31; count++)
      answers.push(await limited.visitor().post('/api/applications/file', payload, headers))
    expect(answers.slice(0, 30).every(({ status }) => status === 400)).toBe(true)
    expect(answers[30]!.status).toBe(429)
  } finally {
    await limited.close()
  }
})
