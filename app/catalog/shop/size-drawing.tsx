import { bagSize, workSize, type Dimensions } from '#shared/catalog/bag-size.ts'
import type { ProductSize, ProductWithReviews } from '#shared/catalog/api/products.ts'
import { sizeText } from '#shared/kernel/sizes.ts'
import styles from './size-drawing.module.css'

type Bag = Dimensions & { id: string; label: string }

/** What a drawing of the product's size can show; null if its dimensions are not known. */
export function drawnSize({ sizes, work, pictures: { image } }: ProductWithReviews) {
  const bags = sizes
    .flatMap((size) => {
      const found = bagSize(size.grams)
      return found ? [{ ...found, id: size.id, label: size.label || sizeText(size) }] : []
    })
    .toSorted((one, other) => other.height - one.height)
  const art = work && image ? workSize(work.dimensions, image.height > image.width) : null
  return bags.length > 0 || art ? { bags, art } : null
}

/** Bags beside a mug, or a work of art beside a door, to scale. All lengths are inches; the ground is at 0. */
export function SizeDrawing({
  of: { bags, art },
  chosen,
  hasText = true,
}: {
  of: NonNullable<ReturnType<typeof drawnSize>>
  chosen: ProductSize
  /** False for a thumbnail, which is decoration. */
  hasText?: boolean
}) {
  return art ? (
    <OnTheWall art={art} hasText={hasText} />
  ) : (
    <BesideMug bags={bags} chosen={chosen.id} hasText={hasText} />
  )
}

const MUG = { width: 3.3, handle: 1, height: 3.75 }

function BesideMug({ bags, chosen, hasText }: { bags: Bag[]; chosen: string; hasText: boolean }) {
  const largest = bags[0]!
  const shown = bags.find(({ id }) => id === chosen) ?? largest
  const middle = largest.width / 2
  const mug = largest.width + 1
  const width = mug + MUG.width + MUG.handle
  const sheet = sheetFor({ width, height: largest.height })
  return (
    <svg {...sheet.box} {...named(hasText && `To scale with a mug: ${bags.map(sizeOf).join('; ')}`)}>
      {bags.map((bag) => (
        <g key={bag.id} className={bag === shown ? styles.chosen : styles.bag}>
          <path d={outlineOf(bag, middle)} />
          {hasText ? (
            <text x={middle} y={-bag.height * 0.9 + sheet.letters * 1.5} fontSize={sheet.letters}>
              {bag.label}
            </text>
          ) : null}
        </g>
      ))}
      <g className={styles.mug}>
        <path
          d={`M${mug} ${-MUG.height}h${MUG.width}v${MUG.height - 0.5}q0 .5-.5 .5h${1 - MUG.width}q-.5 0-.5-.5z`}
        />
        <path d={`M${mug + MUG.width} -3h.3q.7 0 .7 1t-.7 1h-.3`} className={styles.handle} />
      </g>
      <path d={sheet.ground} className={styles.ground} />
      {hasText ? <Below at={middle} sheet={sheet} text={`about ${inches(shown)}`} /> : null}
      {hasText ? <Below at={mug + MUG.width / 2} sheet={sheet} text="a mug" /> : null}
    </svg>
  )
}

const sizeOf = (bag: Bag) => `${bag.label} about ${inches(bag)}`

function inches({ width, height }: Dimensions): string {
  return `${Math.round(width)} × ${Math.round(height)} in`
}

/** A bag with a seal at the top, which is narrower than its belly. */
function outlineOf({ width, height }: Dimensions, middle: number): string {
  const side = (sign: number) =>
    [
      [0.46, 0],
      [0.5, 0.15],
      [0.5, 0.72],
      [0.45, 0.9],
      [0.47, 1],
    ].map(([x = 0, y = 0]) => `${(middle + sign * x * width).toFixed(2)} ${(-y * height).toFixed(2)}`)
  return `M${[...side(-1), ...side(1).toReversed()].join('L')}z`
}

/** A common inner door of American houses, and the height of the eyes, at which galleries hang the middle of a work. */
const DOOR = { width: 36, height: 80 }
const EYES = 58

function OnTheWall({ art, hasText }: { art: Dimensions; hasText: boolean }) {
  const door = art.width + 14
  const sheet = sheetFor({ width: door + DOOR.width, height: Math.max(DOOR.height, EYES + art.height / 2) })
  const top = -Math.max(EYES + art.height / 2, art.height + 4)
  return (
    <svg {...sheet.box} {...named(hasText && `${inches(art)}, to scale with a door`)}>
      <rect y={top} width={art.width} height={art.height} className={styles.art} />
      <g className={styles.door}>
        <rect x={door} y={-DOOR.height} width={DOOR.width} height={DOOR.height} />
        <circle cx={door + 3} cy={-36} r={1.2} />
      </g>
      <path d={sheet.ground} className={styles.ground} />
      {hasText ? <Below at={art.width / 2} sheet={sheet} text={inches(art)} /> : null}
      {hasText ? <Below at={door + DOOR.width / 2} sheet={sheet} text="a door" /> : null}
    </svg>
  )
}

/** The text below what is drawn: the name or the size of a bag, a mug, a work or a door. */
function Below({ at, sheet, text }: { at: number; sheet: { letters: number }; text: string }) {
  return (
    <text x={at} y={sheet.letters * 1.6} fontSize={sheet.letters}>
      {text}
    </text>
  )
}

function named(name: string | false): { role: 'img'; 'aria-label': string } | { 'aria-hidden': true } {
  return name === false ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name }
}

/** A sheet of 4:5, like the pictures, in which this fits with a margin and a line of text below. */
function sheetFor({ width, height }: Dimensions) {
  const wide = Math.max(width * 1.16, height * 0.8 * 1.25)
  const high = wide / 0.8
  const left = (width - wide) / 2
  const below = (high - height) / 2 + high * 0.02
  return {
    box: {
      viewBox: [left, below - high, wide, high].map((each) => each.toFixed(2)).join(' '),
      className: styles.sheet,
    },
    ground: `M${left} 0h${wide}`,
    letters: wide / 17,
  }
}
