/** Roasts: the percentages of green coffee, and how it is roasted. Recipes: the percentages of roasts in a coffee. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { id, idParams, message } from '#shared/kernel/fields.ts'
import { recipeFields, roastFields } from '../resources/roast.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'
import { GREEN_STATES } from '../roastery.ts'

const roastSchemas = schemasOf(roastFields)
const recipeSchemas = schemasOf(recipeFields)

/** The version with which the form was opened. A save with an older version is refused with 409. */
const version = z.optional(z.int())

const roast = z.object({ _id: id, ...roastSchemas.reply, version: z.int() })
export type Roast = z.infer<typeof roast>

const lotOfRoast = z.object({
  _id: id,
  code: z.string(),
  name: z.string(),
  state: z.enum(GREEN_STATES),
  gramsLeft: z.int(),
  percent: z.int(),
})

const listedRoast = z.extend(roast, {
  /** The loss in percent that plans use: measured from `batches` batches, or the expected loss if `batches` is 0. */
  usedLoss: z.number(),
  batches: z.int(),
  lots: z.array(lotOfRoast),
  /** The coffees whose recipes contain the roast. */
  coffees: z.array(z.object({ _id: id, name: z.string() })),
})
export type ListedRoast = z.infer<typeof listedRoast>

const roastEdit = z.object({ ...roastSchemas.edit, version })
export type RoastEdit = z.infer<typeof roastEdit>

const recipe = z.object({
  /** The product. */
  _id: id,
  name: z.string(),
  isRoastedToOrder: z.boolean(),
  isHidden: z.boolean(),
  ...recipeSchemas.reply,
  /** 0 if the coffee has no recipe. */
  version: z.int(),
})
export type Recipe = z.infer<typeof recipe>

const listedRecipe = z.extend(recipe, {
  parts: z.array(z.object({ _id: id, name: z.string(), percent: z.int() })),
})
export type ListedRecipe = z.infer<typeof listedRecipe>

const recipeEdit = z.object({ ...recipeSchemas.edit, version })
export type RecipeEdit = z.infer<typeof recipeEdit>

export const roasts = contractOf('roastery', {
  list: {
    method: 'GET',
    path: '/api/roasts',
    access: 'admin',
    summary: 'All roasts, with their green coffee, their loss of weight and the coffees that contain them',
    reply: z.array(listedRoast),
  },
  one: {
    method: 'GET',
    path: '/api/roasts/:id',
    access: 'admin',
    summary: 'One roast',
    params: idParams,
    reply: roast,
  },
  create: {
    method: 'POST',
    path: '/api/roasts',
    access: 'admin',
    status: 201,
    summary: 'Adds a roast. The percents of its green coffee have to add up to 100',
    body: roastEdit,
    reply: roast,
  },
  update: {
    method: 'PUT',
    path: '/api/roasts/:id',
    access: 'admin',
    summary: 'Saves a roast. Batches that are weighed keep their green coffee',
    params: idParams,
    body: roastEdit,
    reply: roast,
  },
  remove: {
    method: 'DELETE',
    path: '/api/roasts/:id',
    access: 'admin',
    summary: 'Deletes a roast. 409 if a recipe contains it, or a batch of it is planned',
    params: idParams,
    reply: message,
  },
  replaceLot: {
    method: 'POST',
    path: '/api/roasts/replacements',
    access: 'admin',
    summary: 'Replaces a lot of green coffee with another one in all roasts that contain it',
    body: z.object({ lotId: id, replacementId: id }),
    reply: z.object({ roasts: z.int() }),
  },
})

export const recipes = contractOf('roastery', {
  list: {
    method: 'GET',
    path: '/api/recipes',
    access: 'admin',
    summary: 'All coffees, with their recipes if they have one',
    reply: z.array(listedRecipe),
  },
  one: {
    method: 'GET',
    path: '/api/recipes/:id',
    access: 'admin',
    summary: 'The recipe of a coffee, by the id of the product',
    params: idParams,
    reply: recipe,
  },
  save: {
    method: 'PUT',
    path: '/api/recipes/:id',
    access: 'admin',
    summary: 'Saves the recipe of a coffee. The percents of its roasts have to add up to 100',
    params: idParams,
    body: recipeEdit,
    reply: recipe,
  },
  remove: {
    method: 'DELETE',
    path: '/api/recipes/:id',
    access: 'admin',
    summary: 'Deletes the recipe of a coffee. 409 if the coffee is roasted to order',
    params: idParams,
    reply: message,
  },
})
