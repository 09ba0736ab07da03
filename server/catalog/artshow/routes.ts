import type { artshow } from '#shared/catalog/api/artshow.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import {
  createArtist,
  featureArtist,
  featuredArtist,
  getArtist,
  listArtists,
  removeArtist,
  updateArtist,
} from './artists.ts'
import type { works } from '#shared/catalog/api/works.ts'
import { createWork, removeWork, setAvailable, updateWork } from './edit-works.ts'
import { exportStatement, getStatement, listStatements, payOut, setShare } from './artist-statements.ts'
import { getWorkForm, listAllWorks, listWorks } from './works.ts'

export const artshowRoutes: Handlers<typeof artshow> = {
  list: ({ shop, http }) => listArtists(shop, http),
  featured: ({ shop }) => featuredArtist(shop),
  one: ({ shop, params, http }) => getArtist(shop, params.id, http),
  create: ({ shop, user }) => createArtist(shop, user),
  update: ({ shop, user, params, body }) => updateArtist(shop, user, params.id, body),
  feature: async ({ shop, user, body }) => {
    await featureArtist(shop, user, body.artshowId)
    return { message: 'Set artist to Featured' }
  },
  remove: async ({ shop, user, params }) => {
    await removeArtist(shop, user, params.id)
    return { message: 'Artshow deleted' }
  },
}

export const workRoutes: Handlers<typeof works> = {
  list: ({ shop }) => listWorks(shop),
  all: ({ shop }) => listAllWorks(shop),
  form: ({ shop, params }) => getWorkForm(shop, params.id),
  create: ({ shop, user, body }) => createWork(shop, user, body),
  update: ({ shop, user, params, body }) => updateWork(shop, user, params.id, body),
  setAvailable: ({ shop, user, params, body }) => setAvailable(shop, user, params.id, body.available),
  remove: async ({ shop, user, params }) => {
    await removeWork(shop, user, params.id)
    return { message: 'Work deleted' }
  },
  statements: ({ shop }) => listStatements(shop),
  statement: ({ shop, params, query }) => getStatement(shop, params.id, query),
  exportStatement: ({ shop, user, params, query }) => exportStatement(shop, user, params.id, query),
  setShare: async ({ shop, user, params, body }) => {
    await setShare(shop, user, params.id, body.percent)
    return { message: 'Share changed' }
  },
  payOut: async ({ shop, user, params, body }) => {
    await payOut(shop, user, params.id, body)
    return { message: 'Payout recorded' }
  },
}
