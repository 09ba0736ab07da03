/** Artists and their works. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { addressParams, id, idParams, message, picture } from '#shared/kernel/fields.ts'
import { ID } from '#shared/kernel/id.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'
import { artistFields } from '../resources/artist.ts'

const artistSchemas = schemasOf(artistFields)

export const artist = z.object({
  _id: id,
  ...artistSchemas.reply,
  /** Whether it was never saved. Visitors do not see a draft. */
  isDraft: z.boolean(),
  version: z.int(),
  /** The data that shows the pictures without a layout shift, in the same order. */
  pictures: z.object({ main: z.array(picture), other: z.array(picture) }),
})
export type Artist = z.infer<typeof artist>

const artistChange = z.object({
  artshowId: z.optional(id),
  ...artistSchemas.change,
  /** The version with which the form was opened. A save with an older version is refused with 409. */
  version: z.optional(z.int()),
})
/** The changes of an artist. A missing field stays as it is. */
export type ArtistChange = z.infer<typeof artistChange>

const artistId = z
  .string('Send the id of the artist as artshowId')
  .check(z.regex(ID, 'artshowId must be the id of an artist'))

export const artshow = contract({
  list: {
    method: 'GET',
    path: '/api/artshow',
    access: 'public',
    summary: 'All artists; those that were never saved only for staff',
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
    summary: 'One artist, by id, address or a former one; before its first save only for staff',
    params: addressParams,
    reply: artist,
    cached: ['Artshow'],
  },
  create: {
    method: 'POST',
    path: '/api/artshow',
    access: 'barista',
    summary: 'Creates an empty artist, which visitors do not see before its first save',
    reply: artist,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/artshow/:id',
    access: 'barista',
    summary: 'Changes an artist; a missing field stays as it is',
    params: idParams,
    body: artistChange,
    reply: artist,
  },
  feature: {
    method: 'PUT',
    path: '/api/artshow',
    access: 'barista',
    summary: 'Features one artist and no other',
    body: z.object({ artshowId: artistId }),
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
