import type { menu } from '#shared/api/menu.ts'
import type { Handlers } from '../serve.ts'
import { readMenu } from './menu.ts'

export const menuRoutes: Handlers<typeof menu> = {
  one: ({ shop }) => readMenu(shop),
}
