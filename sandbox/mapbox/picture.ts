/** Draws a fictitious map of blocks and parks. The same point always has the same map. */
import sharp from 'sharp'

const MAX_SIZE = 1280

/**
 * Draws a view such as `-77.27,38.9,16,0/640x480` as a PNG; null if the view is invalid.
 * @param hasLogo whether the lower left corner has a logo, as in Mapbox's pictures
 */
export async function drawMap(view: string, hasLogo: boolean): Promise<Buffer | null> {
  const [, longitude, latitude, zoom, width, height] =
    /^(-?[\d.]+),(-?[\d.]+),(\d+(?:\.\d+)?),0\/(\d{1,4})x(\d{1,4})$/.exec(view) ?? []
  const size = { width: Number(width), height: Number(height) }
  if (!zoom || size.width < 1 || size.height < 1 || size.width > MAX_SIZE || size.height > MAX_SIZE)
    return null
  const perPixel = 360 / (512 * 2 ** Number(zoom))
  const left = Number(longitude) / perPixel - size.width / 2
  const top = -Number(latitude) / perPixel - size.height / 2
  return sharp(Buffer.from(svg(left, top, size, hasLogo)))
    .png()
    .toBuffer()
}

const BLOCK = { width: 310, height: 230, street: 34 }

type Size = { width: number; height: number }

function svg(left: number, top: number, { width, height }: Size, hasLogo: boolean): string {
  const blocks: string[] = []
  const firstColumn = Math.floor(left / BLOCK.width)
  const firstRow = Math.floor(top / BLOCK.height)
  for (let column = firstColumn; column * BLOCK.width < left + width; column++) {
    for (let row = firstRow; row * BLOCK.height < top + height; row++) {
      const x = Math.round(column * BLOCK.width - left)
      const y = Math.round(row * BLOCK.height - top)
      const isPark = (((column * 7 + row * 13) % 11) + 11) % 11 === 0
      const fill = isPark ? '#c7d2bd' : '#e9e3d6'
      blocks.push(
        `<rect x="${x}" y="${y}" width="${BLOCK.width - BLOCK.street}" height="${BLOCK.height - BLOCK.street}" fill="${fill}"/>`,
      )
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="100%" height="100%" fill="#fbf8f2"/>${blocks.join('')}${hasLogo ? logo(height) : ''}</svg>`
  )
}

/** A placeholder for Mapbox's logo, with the position and size of the logo in Mapbox's pictures. */
function logo(height: number): string {
  const [left, top] = [10, height - 28]
  return (
    `<rect x="${left}" y="${top}" width="80" height="20" rx="10" fill="#fff" stroke="#333"/>` +
    `<circle cx="${left + 11}" cy="${top + 10}" r="5" fill="#333"/>` +
    `<rect x="${left + 22}" y="${top + 7}" width="48" height="6" fill="#333"/>`
  )
}
