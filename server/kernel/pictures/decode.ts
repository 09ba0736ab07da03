import sharp from 'sharp'
import { Refusal } from '../errors.ts'
import { REFUSED_FORMATS } from '#shared/kernel/picture.ts'

/** sRGB pixels in upright orientation, without metadata. */
export type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

/** The bytes are not a picture that the shop accepts: status 400, with the reason as message. */
export class PictureRefused extends Refusal {
  override name = 'PictureRefused'

  constructor(message: string, cause?: unknown) {
    super(400, message)
    this.cause = cause
  }
}

/** Enough for the 50-megapixel photos of current phones (8192 x 6144). */
const MAX_PIXELS = 52_000_000
const MAX_SECONDS = 20
/** Background color behind transparent pixels. */
const MAT = '#fbf8f2'

// Every picture is decoded once, and one thread per picture gives the best throughput for several pictures.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Decodes JPEG, PNG, WebP or AVIF (detected by content, not by file name) to pixels that fit `maxSide`. Throws
 * PictureRefused.
 */
export async function decodePicture(bytes: Buffer, maxSide: number): Promise<Pixels> {
  const kind = kindOf(bytes)
  if (!kind) throw new PictureRefused(refusedFormat(bytes) ?? 'Images only!')
  if (isAnimated(bytes, kind)) throw new PictureRefused('This picture is animated. Upload a still picture.')
  await refuseByHeader(bytes, kind)

  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      // Transparent areas get the background color. Otherwise the blurred placeholder would show through the picture.
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
  // Only the header is read. A picture that is too large gets a separate message.
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

/** Detects the format before decoding, so that the decoder never parses SVG, PDF or other formats that it supports. */
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

/** What to do with a picture of a format that the shop does not accept; null if it is none. */
function refusedFormat(bytes: Buffer): string | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (/^GIF8[79]a/.test(text(0, 6))) return REFUSED_FORMATS.gif
  if (text(0, 4) === 'II*\0' || text(0, 4) === 'MM\0*') return REFUSED_FORMATS.tiff
  const isHeif = text(4, 8) === 'ftyp' && /^(?:.{4})*(hei[cxms]|hev[cxms]|mif1|msf1)/s.test(brandsOf(bytes))
  return isHeif ? REFUSED_FORMATS.heic : null
}

/** Whether the picture is an animation. Animations are refused, because only their first frame would be stored. */
function isAnimated(bytes: Buffer, kind: Kind): boolean {
  if (kind === 'webp') return bytes.toString('latin1', 12, 16) === 'VP8X' && (bytes[20]! & 0b10) !== 0
  if (kind === 'avif') return /^(?:.{4})*(avis|msf1)/s.test(brandsOf(bytes))
  return kind === 'png' && hasAnimationChunk(bytes)
}

/** Whether a PNG is animated: the animation chunk of an APNG comes before the image data. */
function hasAnimationChunk(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}

/** The brands of an AVIF file. Each brand has four letters; four bytes of a version follow the first brand. */
function brandsOf(bytes: Buffer): string {
  return bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 128))
}
