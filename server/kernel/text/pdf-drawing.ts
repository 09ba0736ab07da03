/**
 * Draws a drawing of imagery/drawings into a PDF as shapes, which print sharply at any size. Its grain is left out: paper
 * has its own.
 */
import { readFile } from 'node:fs/promises'
import type { PdfWriter, Shape } from './pdf.ts'

/** Where the upper left corner of a drawing is, and its width, in points. */
type Place = { x: number; y: number; width: number }

const FOLDER = new URL('../../../imagery/drawings/', import.meta.url)
/** The size of every drawing, in its own units. */
const SHEET = { width: 800, height: 1000 }

/** Draws a drawing on the last page. @param name of its file, without `.svg` */
export async function placeDrawing(pdf: PdfWriter, name: string, { x, y, width }: Place): Promise<void> {
  const shapes = shapesIn(await readFile(new URL(`${name}.svg`, FOLDER), 'utf8'))
  const scale = width / SHEET.width
  // A stamp cuts off what is outside of it.
  const place = pdf.stamp({ width, height: SHEET.height * scale }, (pen) => {
    for (const shape of shapes) pen.shape(shape, { x: 0, y: 0, scale })
  })
  place(x, y)
}

/** The shapes of a drawing. Throws for a group, because its transformation would be lost. */
function shapesIn(svg: string): Shape[] {
  const [, ...parts] = svg.replace(/<pattern[^]*<\/pattern>/, '').split('<')
  return parts.flatMap((part): Shape[] => {
    const attributes = Object.fromEntries(
      [...part.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    )
    const d = pathOf(part.slice(0, part.search(/[\s>]/)), attributes)
    if (!d || attributes.fill === 'url(#p)') return []
    const { fill, stroke, transform } = attributes
    const numbers = transform?.match(/-?[\d.]+/g)?.map(Number)
    const painted = {
      d,
      isRound: attributes['stroke-linejoin'] === 'round',
      ...(numbers ? { rotation: numbers as [number, number, number] } : {}),
    }
    const lines = stroke ? [{ ...painted, stroke, width: Number(attributes['stroke-width']) }] : []
    const areas = fill && fill !== 'none' ? [{ ...painted, fill }] : []
    return attributes['paint-order'] === 'stroke' ? [...lines, ...areas] : [...areas, ...lines]
  })
}

function pathOf(tag: string, of: Record<string, string>): string | undefined {
  const [x, y, width, height] = [of.x, of.y, of.width, of.height].map(Number)
  if (tag === 'path') return of.d
  if (tag === 'rect') return rounded(x!, y!, width!, height!, Number(of.rx ?? 0))
  if (tag === 'circle' || tag === 'ellipse') {
    const [cx, rx, ry] = [Number(of.cx), Number(of.rx ?? of.r), Number(of.ry ?? of.r)]
    return `M${cx - rx} ${of.cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`
  }
  if (tag === 'g') throw new Error('A drawing for a PDF has no groups')
  return undefined
}

function rounded(x: number, y: number, width: number, height: number, r: number): string {
  const corner = (dx: number, dy: number) => (r ? `a${r} ${r} 0 0 1 ${dx} ${dy}` : '')
  return [
    `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}`,
    `h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}z`,
  ].join('')
}
