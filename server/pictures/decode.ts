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
  if (moves(bytes, kind)) throw new PictureRefused('This picture moves. Upload one that stands still.')
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
    if (/^(?:.{4})*avi[fs]/s.test(brandsOf(bytes))) return 'avif'
  }
  return null
}

/** Of an animation only the first frame would be kept, which is rarely the one that was meant. */
function moves(bytes: Buffer, kind: Kind): boolean {
  if (kind === 'webp') return bytes.toString('latin1', 12, 16) === 'VP8X' && (bytes[20]! & 0b10) !== 0
  if (kind === 'avif') return /^(?:.{4})*(avis|msf1)/s.test(brandsOf(bytes))
  return kind === 'png' && hasAnimationChunk(bytes)
}

/** An APNG says so before its first pixel, to be a plain PNG to whoever does not know. */
function hasAnimationChunk(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}

/** The kinds of file that an AVIF says it is: four letters each, and four of a version after the first. */
function brandsOf(bytes: Buffer): string {
  return bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 128))
}
