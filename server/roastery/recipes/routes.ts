import type { recipes, roasts } from '#shared/roastery/api/recipes.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { getRecipe, listRecipes, removeRecipe, saveRecipe } from './edit-recipes.ts'
import { createRoast, getRoast, listRoasts, removeRoast, replaceLot, updateRoast } from './edit-roasts.ts'

export const roastRoutes: Handlers<typeof roasts> = {
  list: ({ shop }) => listRoasts(shop),
  one: ({ shop, params }) => getRoast(shop, params.id),
  create: ({ shop, user, body }) => createRoast(shop, user, body),
  update: ({ shop, user, params, body }) => updateRoast(shop, user, params.id, body),
  remove: async ({ shop, user, params }) => {
    await removeRoast(shop, user, params.id)
    return { message: 'Roast deleted' }
  },
  replaceLot: ({ shop, user, body }) => replaceLot(shop, user, body),
}

export const recipeRoutes: Handlers<typeof recipes> = {
  list: ({ shop }) => listRecipes(shop),
  one: ({ shop, params }) => getRecipe(shop, params.id),
  save: ({ shop, user, params, body }) => saveRecipe(shop, user, params.id, body),
  remove: async ({ shop, user, params }) => {
    await removeRecipe(shop, user, params.id)
    return { message: 'Recipe deleted' }
  },
}
