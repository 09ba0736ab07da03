/**
 * `npm run icons`: creates the icons and the web manifest in `public/` from `imagery/brand` and the texts of
 * `shared/kernel/brand.ts`. The results are in the repository.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { brand } from '#shared/kernel/brand.ts'

const ROOT = join(import.meta.dirname, '..')
const PUBLIC = join(ROOT, 'public')
const INK = '#1c1a17'
const PAPER = '#f4efe6'

/** The logo of imagery/brand, in a square view box. */
const mark = read('favicon.svg')
/** The logo for browser tabs, at sixteen pixels: with thicker lines and without a margin. */
const small = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
  <path d="M11 2H2V14H14V6" fill="none" stroke="currentColor" stroke-width="2"/>
  <path d="M5 5H10V7H7V8H9V10H7V12H5Z" fill="currentColor"/>
</svg>`

if (import.meta.main) {
  mkdirSync(PUBLIC, { recursive: true })
  write('favicon.svg', mark)
  write('favicon.ico', ico(await Promise.all([16, 32, 48].map((size) => png(small, size, null)))))
  // Without transparency and rounded corners, because iOS does not support transparency and rounds the corners itself.
  write('apple-touch-icon.png', await png(mark, 180, PAPER))
  write('icon-192.png', await png(mark, 192, PAPER))
  write('icon-512.png', await png(mark, 512, PAPER))
  write('icon-maskable-512.png', await maskable(512))
  write('logo.png', await logo())
  write('site.webmanifest', `${JSON.stringify(webManifest(), null, 2)}\n`)
}

/** The web app manifest, for home screens of phones. */
export function webManifest() {
  return {
    id: '/',
    name: brand.roasters,
    short_name: brand.name,
    description: brand.defaultDescription,
    lang: 'en-US',
    start_url: '/',
    scope: '/',
    // The installed app shows a Back button, which a shop needs.
    display: 'minimal-ui',
    background_color: PAPER,
    theme_color: PAPER,
    categories: ['food', 'shopping'],
    icons: [
      icon('/icon-192.png', 192),
      icon('/icon-512.png', 512),
      icon('/icon-maskable-512.png', 512, 'maskable'),
    ],
    shortcuts: [
      { name: 'Coffees', url: '/shop' },
      { name: 'Menu', url: '/menu' },
      { name: 'Cart', url: '/cart' },
    ],
  }
}

function icon(src: string, size: number, purpose = 'any') {
  return { src, sizes: `${size}x${size}`, type: 'image/png', purpose }
}

function png(svg: string, size: number, background: string | null): Promise<Buffer> {
  // Rendered large and then scaled down, so that lines are sharp.
  const drawn = sharp(Buffer.from(inInk(svg)), { density: (72 * size * 4) / viewBoxOf(svg) }).resize(size)
  return (background ? drawn.flatten({ background }) : drawn)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/**
 * An icon whose frame is inside a circle of four fifths of the width, because phones may cut off everything outside of
 * it.
 */
async function maskable(size: number): Promise<Buffer> {
  const inner = Math.round(size * 0.72)
  return sharp({ create: { width: size, height: size, channels: 3, background: PAPER } })
    .composite([{ input: await png(mark, inner, PAPER) }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/** The whole name in its frame as a PNG, for structured data and mails, which cannot use SVG. */
function logo(): Promise<Buffer> {
  return sharp(Buffer.from(inInk(read('mark.svg'))), { density: 96 })
    .resize(1040)
    .extend({ top: 80, bottom: 80, left: 80, right: 80, background: PAPER })
    .flatten({ background: PAPER })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/** An ICO file that contains PNGs: an entry of sixteen bytes for each picture, then the pictures. */
function ico(pictures: Buffer[]): Buffer {
  const head = Buffer.alloc(6)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = 6 + 16 * pictures.length
  const entries = pictures.map((picture) => {
    const entry = Buffer.alloc(16)
    entry.writeUInt8(picture.readUInt32BE(16), 0)
    entry.writeUInt8(picture.readUInt32BE(20), 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(picture.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += picture.length
    return entry
  })
  return Buffer.concat([head, ...entries, ...pictures])
}

function inInk(svg: string): string {
  return svg.replace(/<style>.*?<\/style>/, '').replace('<svg ', `<svg color="${INK}" `)
}

function viewBoxOf(svg: string): number {
  return Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
}

function read(name: string): string {
  return readFileSync(join(ROOT, 'imagery/brand', name), 'utf8').trim()
}

function write(name: string, content: string | Buffer): void {
  writeFileSync(join(PUBLIC, name), content)
  process.stdout.write(`  ${(Buffer.byteLength(content) / 1024).toFixed(1).padStart(5)} KB  ${name}\n`)
}
