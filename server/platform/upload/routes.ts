import type { upload } from '#shared/platform/api/upload.ts'
import type { Handlers } from '../http/serve.ts'
import { storePictures } from './pictures.ts'

export const uploadRoutes: Handlers<typeof upload> = {
  productImage: async ({ shop, user, files }) => {
    const [kept] = await storePictures(shop, user, files, async (_tx, pictures) => pictures)
    return { message: 'Image uploaded successfully', image: kept!.facts.src, facts: kept!.facts }
  },
  artistImages: async ({ shop, user, files }) => {
    const pictures = await storePictures(shop, user, files, async (_tx, kept) => kept)
    return {
      message: 'Images uploaded successfully',
      images: pictures.map(({ file }) => file),
      pictures,
    }
  },
}
