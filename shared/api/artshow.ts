/** Artists and their works. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { instagramUrl, NO_INSTAGRAM, NO_WEBSITE, websiteUrl } from '../artist-links.ts'
import { id, idParams, line, message, picture, pictureFile, prose, requiredLine } from './fields.ts'

export const artist = z.object({
  _id: id,
  name: z.string(),
  title: z.string(),
  script: z.string(),
  quote: z.string(),
  instagram: z.string(),
  website: z.string(),
  /** File names, served under /uploads/. */
  main_images: z.array(z.string()),
  other_images: z.array(z.string()),
  isFeat: z.boolean(),
  version: z.int(),
  /** What the browser needs to show them without a shift, in the same order. */
  pictures: z.object({ main: z.array(picture), other: z.array(picture) }),
})
export type Artist = z.infer<typeof artist>

const MOST_WORKS = 60

function works(label: string) {
  return z._default(
    z.array(pictureFile).check(z.maxLength(MOST_WORKS, `${label} may be ${MOST_WORKS} at most`)),
    [],
  )
}

const artistEdit = z.object({
  artshowId: z.optional(id),
  name: requiredLine('Name', 120),
  title: z._default(line('Title', 200), ''),
  script: z._default(prose('Script', 10_000), ''),
  quote: z._default(prose('Quote', 1000), ''),
  instagram: z._default(
    line('Instagram link', 300).check(
      z.refine(
        (text) => text === '' || text === NO_INSTAGRAM || instagramUrl(text) !== null,
        'The Instagram link must be @name or begin with https://',
      ),
    ),
    NO_INSTAGRAM,
  ),
  website: z._default(
    line('Website link', 300).check(
      z.refine(
        (text) => text === '' || text === NO_WEBSITE || websiteUrl(text) !== null,
        'The website link must begin with https://, or be @website when there is none',
      ),
    ),
    NO_WEBSITE,
  ),
  main_images: works('Main images'),
  other_images: works('Other images'),
  isFeat: z._default(z.boolean(), false),
  /** The version the form was opened with; a stale one is refused with 409. */
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
    access: 'admin',
    summary: 'Creates an empty artist, to be filled in',
    reply: artist,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/artshow/:id',
    access: 'admin',
    summary: 'Saves an artist',
    params: idParams,
    body: artistEdit,
    reply: artist,
  },
  feature: {
    method: 'PUT',
    path: '/api/artshow',
    access: 'admin',
    summary: 'Makes one artist the featured one, and nobody else',
    body: z.object({ artshowId: id }),
    reply: message,
  },
  remove: {
    method: 'DELETE',
    path: '/api/artshow/:id',
    access: 'admin',
    summary: 'Deletes an artist',
    params: idParams,
    reply: message,
  },
})
