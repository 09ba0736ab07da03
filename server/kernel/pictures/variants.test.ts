// Slow, not in `npm run check`: many or large pictures.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { variantUrls } from '#shared/kernel/picture.ts'
import { makeVariants } from './variants.ts'

const options = { name: 'test', alt: 'A test', durable: false }
let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pictures-'))
})
afterAll(() => rm(dir, { recursive: true }))

/** A picture with visible content: left half red, right half blue. */
function picture(width: number, height: number): Sharp {
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3, background: 'blue' } } as const
  return sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    { input: half, left: Math.floor(width / 2), top: 0 },
  ])
}

const fileOf = (url: string) => join(dir, basename(url))

it('variants have every useful width, and none larger than the original', async () => {
  const facts = await makeVariants(await picture(1000, 500).jpeg().toBuffer(), dir, options)
  expect(facts).toMatchObject({
    width: 1000,
    height: 500,
    alt: 'A test',
    widths: [240, 360, 540, 720, 1000],
  })
  expect(facts.src).toMatch(/^\/pictures\/test-[0-9a-f]{12}-1000\.jpg$/)
  const made = variantUrls(facts).map(async (url) => {
    const { width, height } = await sharp(fileOf(url)).metadata()
    expect([url, height]).toEqual([expect.stringContaining(`-${width}.`), width / 2])
  })
  expect(await Promise.all(made)).toHaveLength(11)
})

it('variants stop at 2000 pixels on the long side', async () => {
  const facts = await makeVariants(await picture(1500, 3000).png().toBuffer(), dir, {
    ...options,
    widths: [],
  })
  expect(facts).toMatchObject({ width: 1000, height: 2000, widths: [1000] })
})

it('variants include a JPEG small enough for an email', async () => {
  const facts = await makeVariants(await picture(1400, 100).png().toBuffer(), dir, {
    ...options,
    widths: [1000],
  })
  expect(facts).toMatchObject({ src: expect.stringMatching(/-1000\.jpg$/), widths: [1000, 1400] })
})

it('variants have a placeholder of at most 220 characters, even of noise', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const
  const bytes = await sharp({ create: { width: 160, height: 200, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer()
  const { blur } = await makeVariants(bytes, dir, options)
  expect(blur.length).toBeLessThanOrEqual(220)
  const made = await sharp(Buffer.from(blur.split(',')[1] ?? '', 'base64')).metadata()
  expect(made).toMatchObject({ format: 'webp', width: 16, height: 20 })
})

it('variants have names that depend only on the content', async () => {
  const bytes = await picture(40, 40).png().toBuffer()
  const other = await picture(41, 40).png().toBuffer()
  const twice = await Promise.all([makeVariants(bytes, dir, options), makeVariants(bytes, dir, options)])
  expect(twice[0]).toEqual(twice[1])
  expect((await makeVariants(other, dir, options)).src.slice(0, -7)).not.toBe(twice[0].src.slice(0, -7))
})

it('variants have safe names for any upload name', async () => {
  const bytes = await picture(10, 10).png().toBuffer()
  const facts = await makeVariants(bytes, dir, { ...options, name: '../../Ä "x".PNG', urlBase: '/uploads' })
  expect(facts.src).toMatch(/^\/uploads\/x-png-[0-9a-f]{12}-10\.jpg$/)
})

it('variants leave no temporary file behind', async () => {
  const own = await mkdtemp(join(dir, 'own-'))
  const facts = await makeVariants(await picture(10, 10).png().toBuffer(), own, {
    ...options,
    durable: true,
  })
  expect((await readdir(own)).toSorted()).toEqual(
    variantUrls(facts)
      .map((url) => basename(url))
      .toSorted(),
  )
})

it('variants contain no metadata, such as GPS position and camera', async () => {
  const exif = {
    IFD0: { Make: 'SecretCamera' },
    IFD3: { GPSLatitude: '48/1 12/1 30/1', GPSLatitudeRef: 'N' },
  }
  const bytes = await picture(300, 200).withExif(exif).jpeg().toBuffer()
  expect(bytes.includes('SecretCamera')).toBe(true)
  const facts = await makeVariants(bytes, dir, options)
  const read = variantUrls(facts).map(async (url) => {
    expect((await readFile(fileOf(url))).includes('SecretCamera')).toBe(false)
    return sharp(fileOf(url)).metadata()
  })
  for (const { exif: left, xmp, iptc } of await Promise.all(read)) {
    expect([left, xmp, iptc]).toEqual([undefined, undefined, undefined])
  }
})

it('variants are upright when the camera was rotated', async () => {
  const turned = await picture(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await makeVariants(turned, dir, options)).toMatchObject({ width: 200, height: 300 })
})

it('variants have the background color where the picture was transparent', async () => {
  const clear = sharp({
    create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
  const facts = await makeVariants(await clear.png().toBuffer(), dir, options)
  const { dominant } = await sharp(fileOf(facts.src)).stats()
  expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(230)
})

it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'variants are generated from %s, in color, gray or 16 bit',
  async (format) => {
    const grey = picture(30, 20).greyscale()
    const made = [picture(30, 20), grey, picture(30, 20).toColourspace('rgb16')].map(async (one) =>
      makeVariants(await one.toFormat(format).toBuffer(), dir, options),
    )
    for (const facts of await Promise.all(made)) expect(facts).toMatchObject({ width: 30, height: 20 })
  },
)

it('variants are generated even from one pixel, and from a line', async () => {
  expect(await makeVariants(await picture(1, 1).png().toBuffer(), dir, options)).toMatchObject({
    width: 1,
    height: 1,
  })
  expect(await makeVariants(await picture(5000, 1).png().toBuffer(), dir, options)).toMatchObject({
    width: 2000,
    height: 1,
  })
})

it('variants do not contain bytes that were appended to the picture', async () => {
  const hidden = Buffer.concat([
    await picture(30, 20).jpeg().toBuffer(),
    Buffer.from('<script>alert(1)</script>'),
  ])
  const facts = await makeVariants(hidden, dir, options)
  expect((await readFile(fileOf(facts.src))).includes('<script>')).toBe(false)
})

it('writes no files for a damaged picture', async () => {
  const own = await mkdtemp(join(dir, 'own-'))
  const whole = await picture(600, 400).jpeg().toBuffer()
  await expect(makeVariants(whole.subarray(0, whole.length / 2), own, options)).rejects.toThrow(/damaged/)
  expect(await readdir(own)).toEqual([])
})
