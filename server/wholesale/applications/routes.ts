import type { applications } from '#shared/wholesale/api/applications.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import {
  approveApplication,
  askApplicant,
  beginApplication,
  declineApplication,
  resendApplication,
} from './decide.ts'
import { openApplication, saveDraft, sendApplication } from './fill.ts'
import { applicationOfMessage, getApplication, listApplications } from './read.ts'

export const applicationRoutes: Handlers<typeof applications> = {
  open: ({ shop, body }) => openApplication(shop, body.token),
  saveDraft: ({ shop, body }) => saveDraft(shop, body),
  send: ({ shop, body, http }) => sendApplication(shop, body, http.device.ip),
  list: ({ shop, query }) => listApplications(shop, query),
  ofMessage: ({ shop, params }) => applicationOfMessage(shop, params.id),
  begin: ({ shop, user, body }) => beginApplication(shop, user, body.message),
  one: ({ shop, params }) => getApplication(shop, params.id),
  resend: ({ shop, user, params }) => resendApplication(shop, user, params.id),
  ask: ({ shop, user, params, body }) => askApplicant(shop, user, params.id, body),
  decline: ({ shop, user, params, body }) => declineApplication(shop, user, params.id, body),
  approve: ({ shop, user, params, body }) => approveApplication(shop, user, params.id, body),
}
