/** The media library: the pictures that admins can use on pages. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { idParams, line, message, pictureFacts } from '#shared/kernel/fields.ts'
import { MAX_PICTURES } from '#shared/platform/api/upload.ts'

const percent = z.int().check(z.minimum(0), z.maximum(100))

const medium = z.object({
  /** Empty for a picture that is part of the software. It can be used but not changed. */
  _id: z.string(),
  /** The path that pages use, such as `/uploads/…`. */
  file: z.string(),
  alt: z.string(),
  /** The focal point in percent. */
  x: percent,
  y: percent,
  version: z.int(),
  facts: pictureFacts,
  /** The titles of the pages that show it in a published version, a scheduled version or a draft. */
  usedOn: z.array(z.string()),
})
export type Medium = z.infer<typeof medium>

export const media = contract({
  list: {
    method: 'GET',
    path: '/api/media',
    access: 'admin',
    summary:
      'All pictures of the library: first the uploaded pictures, newest first, then those that are part of the software',
    reply: z.array(medium),
  },
  upload: {
    method: 'POST',
    path: '/api/media/upload',
    access: 'admin',
    summary: 'Adds up to twenty pictures (JPEG, PNG, WebP or AVIF, 15 MB each at most) to the library',
    files: { field: 'images', maxFiles: MAX_PICTURES },
    reply: z.object({ ...message.shape, media: z.array(medium) }),
    limit: 'upload',
  },
  update: {
    method: 'PUT',
    path: '/api/media/:id',
    access: 'admin',
    summary: 'Saves the description and the focal point of a picture. Pages that already use it keep theirs',
    params: idParams,
    body: z.object({ alt: line('The description', 300), x: percent, y: percent, version: z.int() }),
    reply: medium,
  },
  remove: {
    method: 'DELETE',
    path: '/api/media/:id',
    access: 'admin',
    summary: 'Removes a picture from the library, if no page shows it',
    params: idParams,
    reply: message,
  },
})
