import sharp from 'sharp'
import { Refusal } from '#server/errors.ts'

/** Plain sRGB pixels, upright, without metadata. */
export type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

/** The bytes are no picture this shop takes: a 400 that says why. */
export class PictureRefused extends Refusal {
  override name = 'PictureRefused'

  constructor(message: string, cause?: unknown) {
    super(400, message)
    this.cause = cause
  }
}

/** Room for the 50-megapixel photos of current phones (8192 x 6144), and no more. */
const MAX_PIXELS = 52_000_000
const MAX_SECONDS = 20
const MAT = '#fbf8f2'

// Every picture is read once, and one thread per picture gives the best total over several pictures.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Decodes JPEG, PNG, WebP or AVIF (known by content, never by name) to pixels that fit `maxSide`.
 * Throws PictureRefused.
 */
export async function decodePicture(bytes: Buffer, maxSide: number): Promise<Pixels> {
  const kind = kindOf(bytes)
  if (!kind) throw new PictureRefused('Images only!')
  await refuseByHeader(bytes, kind)

  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      // Transparency becomes mat, or the placeholder would shine through the finished picture.
      .flatten({ background: MAT })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height, channels: info.channels }
  } catch (error) {
    throw damaged(error)
  }
}

async function refuseByHeader(bytes: Buffer, kind: Kind): Promise<void> {
  // Reads the header only, so the limit can be checked here and told apart from damage.
  const header = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch((error: unknown) => {
      throw damaged(error)
    })
  const read = header.format === 'heif' && header.compression === 'av1' ? 'avif' : header.format
  if (read !== kind) throw new PictureRefused('Images only!')
  if (header.width * header.height > MAX_PIXELS) {
    throw new PictureRefused('This picture is too large. Make it smaller than 50 megapixels.')
  }
}

function damaged(cause: unknown): PictureRefused {
  return new PictureRefused('This picture is damaged. Save it again, then upload it.', cause)
}

type Kind = 'jpeg' | 'png' | 'webp' | 'avif'

/** Asked before the decoder is, so that it never parses SVG, PDF or the dozens of others it knows. */
function kindOf(bytes: Buffer): Kind | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp') {
    const brands = text(8, Math.min(bytes.readUInt32BE(0), 128))
    if (/^(?:.{4})*avi[fs]/s.test(brands)) return 'avif'
  }
  return null
}
