/** Creates damaged pictures, as a disk failure, a network failure or an attacker could. */
import sharp from 'sharp'

type Random = () => number

/** Valid pictures of all accepted formats, with many encodings. */
export async function seedPictures(): Promise<Buffer[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const
  const picture = sharp({ create: { width: 48, height: 36, channels: 3, background: '#000', noise } })
  const clear = picture.clone().ensureAlpha(0.5)
  const exif = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '48/1 12/1 30/1', GPSLatitudeRef: 'N' } }
  return Promise.all(
    [
      picture.clone().jpeg(),
      picture.clone().withExif(exif).jpeg({ progressive: true }),
      picture.clone().withMetadata({ orientation: 6 }).jpeg({ chromaSubsampling: '4:4:4' }),
      picture.clone().toColourspace('cmyk').jpeg(),
      picture.clone().greyscale().jpeg(),
      picture.clone().png(),
      clear.clone().png({ palette: true, colours: 16 }),
      picture.clone().toColourspace('rgb16').png({ progressive: true }),
      clear.clone().withIccProfile('p3').png(),
      picture.clone().webp(),
      clear.clone().webp({ lossless: true }),
      clear.clone().webp({ nearLossless: true, alphaQuality: 20 }),
      picture.clone().avif(),
      clear.clone().avif({ lossless: true }),
      picture.clone().avif({ chromaSubsampling: '4:2:0', bitdepth: 8 }),
    ].map((each) => each.toBuffer()),
  )
}

const NUMBERS = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff]
const WORDS = [
  '<svg xmlns="http://www.w3.org/2000/svg">',
  '<script>',
  '%PDF-1.7',
  'GIF89a',
  'IHDR',
  'acTL',
  'ftypavis',
  '\xff\xd8\xff',
  '\xff\xd9',
]

/** One of the pictures with zero to six random damages. */
export function mutated(seeds: readonly Buffer[], random: Random): Buffer {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const upTo = (limit: number) => Math.floor(random() * (limit + 1))
  // Half of the damages are in the header, since it decides how the rest is read.
  const place = (bytes: Buffer) => (random() < 0.5 ? upTo(Math.min(64, bytes.length)) : upTo(bytes.length))
  const damages: ((bytes: Buffer) => Buffer)[] = [
    (bytes) => withAt(bytes, place(bytes), Buffer.from([upTo(255)])),
    (bytes) => flipBit(bytes, place(bytes), upTo(7)),
    (bytes) => withAt(bytes, place(bytes), numberOf(pick(NUMBERS), random() < 0.5)),
    (bytes) => withAt(bytes, place(bytes), Buffer.from(pick(WORDS), 'latin1')),
    (bytes) => bytes.subarray(0, place(bytes)),
    (bytes) => cut(bytes, place(bytes), upTo(64)),
    (bytes) => insert(bytes, place(bytes), Buffer.alloc(upTo(64), upTo(255))),
    (bytes) => insert(bytes, place(bytes), Buffer.from(pick(WORDS), 'latin1')),
    (bytes) => insert(bytes, place(bytes), bytes.subarray(upTo(bytes.length), upTo(bytes.length))),
    (bytes) => Buffer.concat([bytes.subarray(0, place(bytes)), pick(seeds).subarray(upTo(64))]),
    (bytes) => Buffer.concat([bytes, pick(seeds)]),
    (bytes) => bytes.subarray(upTo(16)),
  ]
  let bytes = pick(seeds)
  for (let count = upTo(6); count > 0; count--) bytes = pick(damages)(bytes)
  return bytes
}

function withAt(bytes: Buffer, at: number, put: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  put.copy(copy, at)
  return copy
}

function flipBit(bytes: Buffer, at: number, bit: number): Buffer {
  return withAt(bytes, at, Buffer.from([(bytes[at] ?? 0) ^ (1 << bit)]))
}

function numberOf(value: number, isLittle: boolean): Buffer {
  const bytes = Buffer.alloc(4)
  if (isLittle) bytes.writeUInt32LE(value)
  else bytes.writeUInt32BE(value)
  return bytes
}

function cut(bytes: Buffer, from: number, length: number): Buffer {
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)])
}

function insert(bytes: Buffer, at: number, put: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at)])
}
