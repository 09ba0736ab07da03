import * as z from 'zod/mini'
import { pictureFacts } from '#shared/api/fields.ts'
import type { PictureFacts } from '#shared/picture.ts'

/** Facts by file without its ending: `photos/bag_01`. */
export type PictureManifest = Record<string, PictureFacts>

const manifest = z.record(z.string(), pictureFacts)

/** Facts as they were written down. Throws when the text holds anything else. */
export function parseFacts(text: string): PictureFacts {
  return pictureFacts.parse(JSON.parse(text))
}

/** A whole `manifest.json`. Throws when the text holds anything else. */
export function parseManifest(text: string): PictureManifest {
  return manifest.parse(JSON.parse(text))
}
