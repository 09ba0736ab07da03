/** The papers of certificates of resale: PDFs and photos, for staff and for the people of the account only. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { id, idParams } from '#shared/kernel/fields.ts'
import { certificateFile, PAPER } from '../resources/certificate.ts'
import { account } from './accounts.ts'
import { application } from './applications.ts'
import { ownAccount } from './own-accounts.ts'

const params = z.object({ id, certificateId: id })
const reply = { file: 'application/pdf' } as const

export const certificateFiles = contractOf('wholesale', {
  send: {
    method: 'POST',
    path: '/api/own-accounts/:id/certificates/:certificateId/file',
    access: 'user',
    summary:
      'Sends the paper of a certificate that is not checked yet (PDF, JPEG or PNG, 10 MB at most); it replaces an earlier one',
    params,
    files: PAPER,
    reply: ownAccount,
    limit: 'paper',
  },
  own: {
    method: 'GET',
    path: '/api/own-accounts/:id/certificates/:certificateId/file',
    access: 'user',
    summary: 'The paper of a certificate, for the people of the account: a PDF or a JPEG',
    params,
    reply,
  },
  add: {
    method: 'POST',
    path: '/api/accounts/:id/certificates/:certificateId/file',
    access: 'admin',
    summary:
      'Stores the paper of a certificate (PDF, JPEG or PNG, 10 MB at most); it replaces an earlier one. 409 if that was checked',
    params,
    files: PAPER,
    reply: account,
    limit: 'upload',
  },
  one: {
    method: 'GET',
    path: '/api/accounts/:id/certificates/:certificateId/file',
    access: 'admin',
    summary: 'The paper of a certificate: a PDF or a JPEG',
    params,
    reply,
  },
  sendByLink: {
    method: 'POST',
    path: '/api/applications/file',
    access: 'public',
    summary:
      'Sends the paper of the certificate (PDF, JPEG or PNG, 10 MB at most), with the token of the mailed link in the header `X-Guest-Link`; it replaces an earlier one',
    files: PAPER,
    reply: z.object({ file: certificateFile }),
    limit: 'paper',
  },
  addForApplicant: {
    method: 'POST',
    path: '/api/applications/:id/file',
    access: 'admin',
    summary: 'Stores the paper of the certificate for an applicant; it replaces an earlier one',
    params: idParams,
    files: PAPER,
    reply: application,
    limit: 'upload',
  },
  ofApplicant: {
    method: 'GET',
    path: '/api/applications/:id/file',
    access: 'admin',
    summary: 'The paper of the certificate of an application: a PDF or a JPEG',
    params: idParams,
    reply,
  },
})
