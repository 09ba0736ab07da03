import type { certificateFiles } from '#shared/wholesale/api/certificate-files.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { addCertificateFile, readCertificateFile } from '../accounts/certificate-files.ts'
import { getAccount } from '../accounts/companies.ts'
import { getOwnCertificateFile, sendCertificateFile } from '../accounts/own.ts'
import { addFile, addFileFor, readFileOf } from './file.ts'

export const certificateFileRoutes: Handlers<typeof certificateFiles> = {
  send: ({ shop, user, params, files }) => sendCertificateFile(shop, user, params, files),
  own: ({ shop, user, params }) => getOwnCertificateFile(shop, user, params),
  add: async ({ shop, user, params, files }) => {
    await addCertificateFile(shop, user, params, files, { mayComplete: true })
    return getAccount(shop, params.id)
  },
  one: ({ shop, params }) => readCertificateFile(shop, params),
  sendByLink: ({ shop, files, http }) => addFile(shop, http.link ?? '', files),
  addForApplicant: ({ shop, user, params, files }) => addFileFor(shop, user, params.id, files),
  ofApplicant: ({ shop, params }) => readFileOf(shop, params.id),
}
