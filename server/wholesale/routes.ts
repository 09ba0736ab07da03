/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { accounts } from '#shared/wholesale/api/accounts.ts'
import { applications } from '#shared/wholesale/api/applications.ts'
import { ownAccounts } from '#shared/wholesale/api/own-accounts.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { addCertificate, checkCertificate, saveCertificate } from './accounts/check-certificates.ts'
import { createAccount, getAccount, setStatus, updateAccount } from './accounts/companies.ts'
import { listAccounts } from './accounts/list.ts'
import { addLocation, saveLocation } from './accounts/locations.ts'
import {
  changeLocation,
  changePerson,
  getOwn,
  invitePerson,
  listOwn,
  removePerson,
  sendCertificate,
} from './accounts/own.ts'
import { addBuyer, removeBuyer, resendBuyer, saveBuyer } from './accounts/people.ts'
import {
  approveApplication,
  askApplicant,
  beginApplication,
  declineApplication,
  resendApplication,
} from './applications/decide.ts'
import { openApplication, saveDraft, sendApplication } from './applications/fill.ts'
import { applicationOfMessage, getApplication, listApplications } from './applications/read.ts'

export function serveWholesale(app: FastifyInstance, serving: Serving): void {
  serveApplications(app, serving)
  serveAccounts(app, serving)
  serve(app, serving, ownAccounts, {
    list: ({ shop, user }) => listOwn(shop, user),
    one: ({ shop, user, params }) => getOwn(shop, user, params.id),
    saveLocation: ({ shop, user, params, body }) => changeLocation(shop, user, params, body),
    addBuyer: ({ shop, user, params, body }) => invitePerson(shop, user, params.id, body),
    saveBuyer: ({ shop, user, params, body }) => changePerson(shop, user, params, body),
    removeBuyer: ({ shop, user, params }) => removePerson(shop, user, params),
    addCertificate: ({ shop, user, params, body }) => sendCertificate(shop, user, params.id, body),
  })
}

function serveApplications(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, applications, {
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
  })
}

function serveAccounts(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, accounts, {
    list: ({ shop, query }) => listAccounts(shop, query),
    create: ({ shop, user, body }) => createAccount(shop, user, body),
    one: ({ shop, params }) => getAccount(shop, params.id),
    update: ({ shop, user, params, body }) => updateAccount(shop, user, params.id, body),
    setStatus: ({ shop, user, params, body }) => setStatus(shop, user, params.id, body),
    addLocation: async ({ shop, user, params: { id }, body }) => {
      await addLocation(shop, user, id, body)
      return getAccount(shop, id)
    },
    saveLocation: async ({ shop, user, params, body }) => {
      await saveLocation(shop, user, params, body)
      return getAccount(shop, params.id)
    },
    addBuyer: async ({ shop, user, params: { id }, body }) => {
      await addBuyer(shop, user, id, body)
      return getAccount(shop, id)
    },
    saveBuyer: async ({ shop, user, params, body }) => {
      await saveBuyer(shop, user, params, body, { keepsManager: false })
      return getAccount(shop, params.id)
    },
    resendBuyer: ({ shop, params }) => resendBuyer(shop, params),
    removeBuyer: async ({ shop, user, params }) => {
      await removeBuyer(shop, user, params, { keepsManager: false })
      return getAccount(shop, params.id)
    },
    addCertificate: async ({ shop, user, params: { id }, body }) => {
      await addCertificate(shop, user, id, body)
      return getAccount(shop, id)
    },
    saveCertificate: async ({ shop, user, params, body }) => {
      await saveCertificate(shop, user, params, body)
      return getAccount(shop, params.id)
    },
    checkCertificate: async ({ shop, user, params, body }) => {
      await checkCertificate(shop, user, params, body)
      return getAccount(shop, params.id)
    },
  })
}
