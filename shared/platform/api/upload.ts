/** Pictures that admins upload. Uploads for the menu are in menu.ts. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { picture, pictureFacts } from '#shared/kernel/fields.ts'

/** The limits of one call. The browser checks them before it sends the files. */
export const MAX_PICTURE_BYTES = 15 * 1024 * 1024
export const MAX_PICTURES = 20

/** The accepted types, for the `accept` attribute of a file picker. The server checks only the content. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif'

export const upload = contract({
  productImage: {
    method: 'POST',
    path: '/api/upload/productimage',
    access: 'admin',
    summary: 'Stores one picture for a product (JPEG, PNG, WebP or AVIF, 15 MB at most) and returns its path',
    files: { field: 'image', maxFiles: 1 },
    reply: z.object({
      message: z.string(),
      /** `/uploads/<file>`: the value of a product’s `image` or `secondImage`. */
      image: z.string(),
      facts: pictureFacts,
    }),
    limit: 'upload',
  },
  artistImages: {
    method: 'POST',
    path: '/api/upload/artshowimage',
    access: 'barista',
    summary:
      'Stores up to twenty pictures for an artist and returns their file names, in the order of the pictures',
    files: { field: 'images', maxFiles: MAX_PICTURES },
    reply: z.object({ message: z.string(), images: z.array(z.string()), pictures: z.array(picture) }),
    limit: 'upload',
  },
})
