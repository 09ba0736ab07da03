import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { type PictureFacts, type VariantFormat, variantUrl } from '#shared/kernel/picture.ts'
import { decodePicture, type Pixels } from './decode.ts'
import { mkdirp, syncFolder, writeAtomically } from '../files/write.ts'

type VariantOptions = {
  /** Start of the file names; only a-z, 0-9, `_` and `-` are used. */
  name: string
  alt: string
  /** Folder of the URLs. */
  urlBase?: string
  /** Widths to generate in addition to the largest one. */
  widths?: readonly number[]
  /** Whether to wait for the disk, so that an acknowledged picture is not lost. */
  durable?: boolean
  /** Limits how many pictures are encoded at the same time. */
  limiter?: Limiter
}

/** An encoded picture: its facts for pages, and its files by name. */
type Variants = { facts: PictureFacts; files: [name: string, data: Buffer][] }

const WIDTHS = [240, 360, 540, 720, 1080, 1600]
const MAX_SIDE = 2000
/** About 230 dots per inch on a letter. */
const MAX_PAPER_SIDE = 2600
/** A width above this share of the largest width is not generated, because it would save hardly any bytes. */
const MAX_SHARE = 0.85
/** The maximum width of the JPEG fallback, which is also used in mails and link previews. */
const MAX_FALLBACK = 1280
const BLUR_BYTES = 220

// Measured by SSIM, pictures with these AVIF settings look the same as with these WebP settings and have 15 to 40 %
// fewer bytes. Effort 2 takes almost twice as long, for an SSIM that is 0.001 higher.
const AVIF = { quality: 48, effort: 1 }
const WEBP = { quality: 74, effort: 2 }
const JPEG = { quality: 76, mozjpeg: true }
const PAPER_JPEG = { quality: 80 }

/** The encoder settings. They are part of every content hash, so that changed settings give new URLs. */
const RECIPE = JSON.stringify({ version: 2, AVIF, WEBP, JPEG, MAX_SIDE, MAX_FALLBACK })

/** Limits the encoding of uploaded pictures, so that one core stays free for requests. */
const uploadLimiter = limitConcurrency(Math.max(1, availableParallelism() - 1))

/**
 * Writes the AVIF, WebP and JPEG variants of one picture into `outDir`: upright, sRGB, without metadata, never
 * enlarged. Throws PictureRefused if the input is not a picture that the shop accepts.
 */
export async function makeVariants(
  input: Buffer | string,
  outDir: string,
  options: VariantOptions,
): Promise<PictureFacts> {
  const { durable = true } = options
  const { facts, files } = await encodeVariants(input, options)
  await mkdirp(outDir)
  await Promise.all(files.map(([name, data]) => writeAtomically(join(outDir, name), data, durable)))
  if (durable) await syncFolder(outDir)
  return facts
}

/** Like `makeVariants`, but returns the files instead of writing them. A path is read when encoding starts. */
export async function encodeVariants(input: Buffer | string, options: VariantOptions): Promise<Variants> {
  const { name, alt, urlBase = '/pictures', widths: wanted = WIDTHS, limiter = uploadLimiter } = options
  return limiter(async () => {
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

/**
 * A photo or a scan of a paper as one JPEG: upright, readable, without metadata. Throws PictureRefused if the input is not a
 * picture that the shop accepts.
 */
export function encodePaper(bytes: Buffer): Promise<Buffer> {
  return uploadLimiter(async () =>
    fromPixels(await decodePicture(bytes, MAX_PAPER_SIDE))
      .jpeg(PAPER_JPEG)
      .toBuffer(),
  )
}

/** The content hash in a picture's URLs: twelve hex digits over its bytes and the encoder settings. */
export function pictureHash(bytes: Buffer): string {
  return createHash('sha256').update(RECIPE).update(bytes).digest('hex').slice(0, 12)
}

function widthsFor(largest: number, wanted: readonly number[]): number[] {
  return [...wanted.filter((width) => width <= largest * MAX_SHARE), largest]
}

function slug(name: string): string {
  const clean = name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
  return clean.slice(0, 40) || 'picture'
}

/** Encodes one file after another, so that a picture uses only one thread of the pool that also hashes passwords. */
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
  // A quality that is too low causes visible artifacts. So use the best quality that is small enough.
  const uris = await Promise.all(encoded)
  return uris.find((uri) => uri.length <= BLUR_BYTES) ?? ''
}

function fromPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}

/** Runs a task as soon as fewer than the allowed number of tasks are running. */
type Limiter = <T>(task: () => Promise<T>) => Promise<T>

/** Returns a function that runs tasks, at most `count` at the same time. Further tasks wait in order. */
export function limitConcurrency(count: number): Limiter {
  const waiting: (() => void)[] = []
  let running = 0

  return async (task) => {
    if (running === count) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      // The next task takes this place, so `running` stays the same.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
