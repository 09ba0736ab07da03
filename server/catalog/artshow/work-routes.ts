import type { works } from '#shared/catalog/api/works.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { createWork, removeWork, setAvailable, updateWork } from './edit-works.ts'
import { exportStatement, getStatement, listStatements, payOut, setShare } from './statements.ts'
import { getWorkForm, listAllWorks, listWorks } from './works.ts'

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
