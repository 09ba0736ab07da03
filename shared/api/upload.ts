/** Pictures that admins send in. Those of the menu stand in menu.ts. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { picture, pictureFacts } from '../fields.ts'

/** The limits of one call; the browser says so before it sends anything. */
export const MOST_BYTES = 15 * 1024 * 1024
export const MOST_PICTURES = 20

/** What is taken, for the `accept` of a file picker. The server judges by content alone. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif'

export const upload = contract({
  productImage: {
    method: 'POST',
    path: '/api/upload/productimage',
    access: 'admin',
    summary: 'Keeps one picture (JPEG, PNG, WebP or AVIF, 15 MB at most) and answers its path, for a product',
    files: { field: 'image', most: 1 },
    reply: z.object({
      message: z.string(),
      /** `/uploads/<file>`: what a product’s `image` or `secondImage` holds. */
      image: z.string(),
      facts: pictureFacts,
    }),
    limit: 'upload',
  },
  artistImages: {
    method: 'POST',
    path: '/api/upload/artshowimage',
    access: 'admin',
    summary: 'Keeps up to twenty pictures and answers their file names in the order sent, for an artist',
    files: { field: 'images', most: MOST_PICTURES },
    reply: z.object({ message: z.string(), images: z.array(z.string()), pictures: z.array(picture) }),
    limit: 'upload',
  },
})
