/** Artists and their works. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { id, idParams, pictureFacts } from './fields.ts'

/** What `website` holds when the artist has none (spec section 2). */
export const NO_WEBSITE = '@website'

const picture = z.object({ file: z.string(), facts: z.nullable(pictureFacts) })

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
  /** What the browser needs to show them without a shift, in the same order. */
  pictures: z.object({ main: z.array(picture), other: z.array(picture) }),
})
export type Artist = z.infer<typeof artist>

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
})
