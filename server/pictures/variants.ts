import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { type PictureFacts, type VariantFormat, variantUrl } from '#shared/picture.ts'
import { atMost, type Lanes } from './at-most.ts'
import { decodePicture, type Pixels } from './decode.ts'
import { mkdirp, syncFolder, writeWhole } from '../files/write.ts'

export { PictureRefused } from './decode.ts'

type VariantOptions = {
  /** Begins the file names; only a-z, 0-9, `_` and `-` of it are kept. */
  name: string
  alt: string
  /** Folder of the addresses. */
  urlBase?: string
  /** Widths wanted besides the largest one. */
  widths?: readonly number[]
  /** True waits for the disk, so that a picture acknowledged is a picture kept. */
  durable?: boolean
  /** Who may encode at the same time. */
  lanes?: Lanes
}

/** A picture ready to be kept: what pages need to know, and its files by name. */
type Variants = { facts: PictureFacts; files: [name: string, data: Buffer][] }

const WIDTHS = [240, 360, 540, 720, 1080, 1600]
const MAX_SIDE = 2000
/** A width closer than this to the largest one saves nobody anything. */
const WORTH_IT = 0.85
/** The fallback also goes to mails and to link previews: large enough to read, small enough to send. */
const MAX_FALLBACK = 1280
const BLUR_BYTES = 220

// Measured: this AVIF looks like this WebP (SSIM) in 15 to 40 % fewer bytes; more effort costs seconds.
const AVIF = { quality: 48, effort: 2 }
const WEBP = { quality: 74, effort: 2 }
const JPEG = { quality: 76, mozjpeg: true }

/** Part of every content hash: other settings give other addresses. */
const RECIPE = JSON.stringify({ version: 2, AVIF, WEBP, JPEG, MAX_SIDE, MAX_FALLBACK })

/** Leaves one core to the shop while pictures are uploaded. */
const uploadLanes = atMost(Math.max(1, availableParallelism() - 1))

/**
 * Writes the AVIF, WebP and JPEG variants of one picture into `outDir`: upright, sRGB, without
 * metadata, never enlarged. Throws PictureRefused when the input is no picture this shop takes.
 */
export async function makeVariants(
  input: Buffer | string,
  outDir: string,
  options: VariantOptions,
): Promise<PictureFacts> {
  const { durable = true } = options
  const { facts, files } = await encodeVariants(input, options)
  await mkdirp(outDir)
  await Promise.all(files.map(([name, data]) => writeWhole(join(outDir, name), data, durable)))
  if (durable) await syncFolder(outDir)
  return facts
}

/** The same without a folder: whoever asks keeps the files. A path is read when its turn has come. */
export async function encodeVariants(input: Buffer | string, options: VariantOptions): Promise<Variants> {
  const { name, alt, urlBase = '/pictures', widths: wanted = WIDTHS, lanes = uploadLanes } = options
  return lanes(async () => {
    const bytes = typeof input === 'string' ? await readFile(input) : input
    const pixels = await decodePicture(bytes, MAX_SIDE)
    const widths = widthsFor(pixels.width, wanted)
    const fallback = widths.findLast((width) => width <= MAX_FALLBACK) ?? Math.min(pixels.width, MAX_FALLBACK)
    const src = `${urlBase}/${slug(name)}-${pictureHash(bytes)}-${fallback}.jpg`
    const { width, height } = pixels
    return {
      facts: { src, width, height, alt, blur: await blurOf(pixels), widths },
      files: await encode(pixels, { src, widths }, fallback),
    }
  })
}

/** The content hash in a picture's addresses: twelve hex digits over its bytes and the settings used. */
export function pictureHash(bytes: Buffer): string {
  return createHash('sha256').update(RECIPE).update(bytes).digest('hex').slice(0, 12)
}

function widthsFor(largest: number, wanted: readonly number[]): number[] {
  return [...wanted.filter((width) => width <= largest * WORTH_IT), largest]
}

function slug(name: string): string {
  const clean = name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return clean.slice(0, 40) || 'picture'
}

/** One after the other: a picture never takes more than one thread from the logins that hash on them. */
async function encode(
  pixels: Pixels,
  facts: Pick<PictureFacts, 'src' | 'widths'>,
  fallback: number,
): Promise<Variants['files']> {
  const fileOf = (width: number, format: VariantFormat) => basename(variantUrl(facts, width, format))
  const jpeg = await fromPixels(pixels).resize(fallback).jpeg(JPEG).toBuffer()
  const others = await Array.fromAsync(facts.widths, async (width): Promise<Variants['files']> => {
    const small = await scaled(pixels, width)
    return [
      [fileOf(width, 'avif'), await fromPixels(small).avif(AVIF).toBuffer()],
      [fileOf(width, 'webp'), await fromPixels(small).webp(WEBP).toBuffer()],
    ]
  })
  return [[basename(facts.src), jpeg], ...others.flat()]
}

async function scaled(pixels: Pixels, width: number): Promise<Pixels> {
  const { data, info } = await fromPixels(pixels).resize(width).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

async function blurOf(pixels: Pixels): Promise<string> {
  const tiny = await fromPixels(pixels).resize(16, 20, { fit: 'inside' }).blur(0.7).png().toBuffer()
  const encoded = [80, 60, 40, 20, 1].map(async (quality) => {
    const webp = await sharp(tiny).webp({ quality, effort: 6 }).toBuffer()
    return `data:image/webp;base64,${webp.toString('base64')}`
  })
  // Too low a quality does not only blur, it stains: the best one that is small enough.
  const uris = await Promise.all(encoded)
  return uris.find((uri) => uri.length <= BLUR_BYTES) ?? ''
}

function fromPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}
