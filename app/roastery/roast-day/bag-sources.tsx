import type { Packaging, WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import { oldestOf, type BagSource } from '#shared/roastery/bag-sources.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import styles from './roast-day.module.css'

/** The lots and batches that bags will come from, each with its roast date. */
export function Sources({ sources, day }: { sources: readonly BagSource[]; day: string }) {
  if (sources.length === 0) return null
  const all = sources.reduce((sum, { qty }) => sum + qty, 0)
  return (
    <p className="soft">
      From{' '}
      {sources.map((source, index) => (
        <span key={nameOf(source)}>
          {index > 0 ? '; ' : ''}
          {source.qty < all ? `${counted(source.qty, 'bag')} of ` : ''}
          {nameOf(source)}, <RoastDate roastedOn={oldestOf(source).roastedOn} day={day} />
        </span>
      ))}
    </p>
  )
}

function nameOf(source: BagSource): string {
  if (source.kind === 'lot') return source.coffee.code ? `lot ${source.coffee.code}` : 'the new lot'
  const codes = source.takes.map(({ coffee }) => coffee.code)
  return `${codes.length === 1 ? 'batch' : 'batches'} ${codes.join(', ')}`
}

/** 'roasted Nov 20, before the promised day'. */
export function RoastDate({ roastedOn, day }: { roastedOn: string; day: string }) {
  const text = `roasted ${formatDate(roastedOn, 'shortMonthDay')}`
  return roastedOn < day ? <strong className={styles.early}>{text}, before the promised day</strong> : text
}

/** The free bags of a size and grind by lot: they are used before more are packaged. */
export function FreeBags({ row, day }: { row: Packaging; day: WholeRoastDay['day'] }) {
  if (!row.freeBags || row.free === 0) return null
  return (
    <p className="soft">
      Free bags:{' '}
      {row.freeBags
        .filter(({ qty }) => qty > 0)
        .map(({ lotCode, roastedOn, qty }, index) => (
          <span key={`${lotCode} ${roastedOn} ${qty}`}>
            {index > 0 ? '; ' : ''}
            {qty} of {lotCode ? `lot ${lotCode}` : 'a new lot'}, <RoastDate roastedOn={roastedOn} day={day} />
          </span>
        ))}
    </p>
  )
}
