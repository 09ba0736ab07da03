import type { departments } from '#shared/content/api/departments.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import {
  createDepartment,
  getDepartment,
  listDepartments,
  removeDepartment,
  updateDepartment,
} from './departments.ts'

export const departmentRoutes: Handlers<typeof departments> = {
  list: ({ shop }) => listDepartments(shop),
  one: ({ shop, params }) => getDepartment(shop, params.id),
  create: ({ shop, user, body }) => createDepartment(shop, user, body),
  update: ({ shop, user, params, body }) => updateDepartment(shop, user, params.id, body),
  remove: async ({ shop, user, params }) => {
    await removeDepartment(shop, user, params.id)
    return { message: 'Department deleted' }
  },
}
