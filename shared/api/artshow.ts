/** Artists and their works. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { id, idParams, message, picture } from '../fields.ts'
import { schemasOf } from '../resources/schemas.ts'
import { artistFields } from '../resources/artist.ts'

const artistSchemas = schemasOf(artistFields)

export const artist = z.object({
  _id: id,
  ...artistSchemas.reply,
  version: z.int(),
  /** The data that shows the pictures without a layout shift, in the same order. */
  pictures: z.object({ main: z.array(picture), other: z.array(picture) }),
})
export type Artist = z.infer<typeof artist>

const artistEdit = z.object({
  artshowId: z.optional(id),
  ...artistSchemas.edit,
  /** The version with which the form was opened. A save with an older version is refused with 409. */
  version: z.optional(z.int()),
})
export type ArtistEdit = z.infer<typeof artistEdit>

export const artshow = contract({
  list: {
    method: 'GET',
    path: '/api/artshow',
    access: 'public',
    summary: 'All artists',
    reply: z.array(artist),
    cached: ['Artshow'],
  },
  featured: {
    method: 'GET',
    path: '/api/artshow/featured',
    access: 'public',
    summary: 'The featured artist, or null',
    reply: z.nullable(artist),
    cached: ['Artshow'],
  },
  one: {
    method: 'GET',
    path: '/api/artshow/:id',
    access: 'public',
    summary: 'One artist',
    params: idParams,
    reply: artist,
    cached: ['Artshow'],
  },
  create: {
    method: 'POST',
    path: '/api/artshow',
    access: 'barista',
    summary: 'Creates an empty artist, to be filled in',
    reply: artist,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/artshow/:id',
    access: 'barista',
    summary: 'Saves an artist',
    params: idParams,
    body: artistEdit,
    reply: artist,
  },
  feature: {
    method: 'PUT',
    path: '/api/artshow',
    access: 'barista',
    summary: 'Features one artist and no other',
    body: z.object({ artshowId: id }),
    reply: message,
  },
  remove: {
    method: 'DELETE',
    path: '/api/artshow/:id',
    access: 'barista',
    summary: 'Deletes an artist',
    params: idParams,
    reply: message,
  },
})
