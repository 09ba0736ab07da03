/** The brew guides: a recipe for each brewer, with its steps. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { id, idParams, message } from '#shared/kernel/fields.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'
import { problemsOf } from '../brew-recipe.ts'
import { brewGuideFields } from '../resources/brew-guide.ts'

const guideSchemas = schemasOf(brewGuideFields)

const brewGuide = z.object({
  _id: id,
  /** The part of the address after /brew/. */
  slug: z.string(),
  ...guideSchemas.reply,
  version: z.int(),
})
export type BrewGuide = z.infer<typeof brewGuide>

/** The link to a guide, and the parts of the names of grinds and methods that lead to it. */
export const guideLink = z.object({ name: z.string(), slug: z.string(), fits: z.array(z.string()) })
export type GuideLink = z.infer<typeof guideLink>

export const brewGuideEdit = z
  .object({
    ...guideSchemas.edit,
    /** The version with which the form was opened. A save with an older version is refused with 409. */
    version: z.optional(z.int()),
  })
  .check(({ value: edit, issues }) => {
    for (const { field, message: text } of problemsOf(edit))
      issues.push({ code: 'custom', input: edit, path: [field], message: text })
  })
export type BrewGuideEdit = z.infer<typeof brewGuideEdit>

export const brewGuides = contract({
  list: {
    method: 'GET',
    path: '/api/brew-guides',
    access: 'public',
    summary: 'The brew guides in their order, with all their steps',
    reply: z.array(brewGuide),
    cached: ['BrewGuide'],
  },
  links: {
    method: 'GET',
    path: '/api/brew-guides/links',
    access: 'public',
    summary:
      'The names and addresses of the brew guides in their order, and the grinds and methods that lead to them',
    reply: z.array(guideLink),
    cached: ['BrewGuide'],
  },
  // The parameter is not `id`: an answer with an id is cached until the row with this id changes (cache-public.ts).
  at: {
    method: 'GET',
    path: '/api/brew-guides/at/:slug',
    access: 'public',
    summary: 'The brew guide at an address',
    params: z.object({ slug: id }),
    reply: brewGuide,
    cached: ['BrewGuide'],
  },
  one: {
    method: 'GET',
    path: '/api/brew-guides/:id',
    access: 'admin',
    summary: 'One brew guide',
    params: idParams,
    reply: brewGuide,
  },
  create: {
    method: 'POST',
    path: '/api/brew-guides',
    access: 'admin',
    summary: 'Adds a brew guide. Its address is made from the name, and stays. Amounts and times must agree',
    body: brewGuideEdit,
    reply: brewGuide,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/brew-guides/:id',
    access: 'admin',
    summary: 'Saves a brew guide. Amounts and times must agree',
    params: idParams,
    body: brewGuideEdit,
    reply: brewGuide,
  },
  remove: {
    method: 'DELETE',
    path: '/api/brew-guides/:id',
    access: 'admin',
    summary: 'Deletes a brew guide',
    params: idParams,
    reply: message,
  },
})
