import type { accounts } from '#shared/wholesale/api/accounts.ts'
import type { ownAccounts } from '#shared/wholesale/api/own-accounts.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { addCertificate, checkCertificate, saveCertificate } from './check-certificates.ts'
import { createAccount, getAccount, setStatus, updateAccount } from './companies.ts'
import { inviteAll } from './invite-all.ts'
import { listAccounts } from './list.ts'
import { moveTerms } from './move-terms.ts'
import { addLocation, saveLocation } from './locations.ts'
import {
  changeLocation,
  changePerson,
  getOwn,
  invitePerson,
  listOwn,
  removePerson,
  sendCertificate,
} from './own.ts'
import { addBuyer, removeBuyer, resendBuyer, saveBuyer } from './people.ts'

export const accountRoutes: Handlers<typeof accounts> = {
  list: ({ shop, query }) => listAccounts(shop, query),
  create: ({ shop, user, body }) => createAccount(shop, user, body),
  one: ({ shop, params }) => getAccount(shop, params.id),
  update: ({ shop, user, params, body }) => updateAccount(shop, user, params.id, body),
  setStatus: ({ shop, user, params, body }) => setStatus(shop, user, params.id, body),
  moveTerms: ({ shop, user, params, body }) => moveTerms(shop, user, params.id, body),
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
  inviteAll: ({ shop }) => inviteAll(shop),
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
}

export const ownAccountRoutes: Handlers<typeof ownAccounts> = {
  list: ({ shop, user }) => listOwn(shop, user),
  one: ({ shop, user, params }) => getOwn(shop, user, params.id),
  saveLocation: ({ shop, user, params, body }) => changeLocation(shop, user, params, body),
  addBuyer: ({ shop, user, params, body }) => invitePerson(shop, user, params.id, body),
  saveBuyer: ({ shop, user, params, body }) => changePerson(shop, user, params, body),
  removeBuyer: ({ shop, user, params }) => removePerson(shop, user, params),
  addCertificate: ({ shop, user, params, body }) => sendCertificate(shop, user, params.id, body),
}
