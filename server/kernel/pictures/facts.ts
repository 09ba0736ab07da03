import * as z from 'zod/mini'
import { pictureFacts } from '#shared/kernel/fields.ts'
import type { PictureFacts } from '#shared/kernel/picture.ts'

/** Facts by path without extension, such as `photos/bag_01`. */
export type PictureManifest = Record<string, PictureFacts>

const manifest = z.record(z.string(), pictureFacts)

/** Parses stored facts. Throws if the text is not valid. */
export function parseFacts(text: string): PictureFacts {
  return pictureFacts.parse(JSON.parse(text))
}

/** Parses a `manifest.json`. Throws if the text is not valid. */
export function parseManifest(text: string): PictureManifest {
  return manifest.parse(JSON.parse(text))
}
