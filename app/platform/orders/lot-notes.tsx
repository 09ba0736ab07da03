import { Link } from 'react-router'
import type { Order } from '#shared/checkout/api/orders.ts'
import { formatDate } from '#shared/kernel/dates.ts'

type Lots = Order['orderItems'][number]['lots']

/** When the coffee of a line was roasted, with links to the pages of its lots: `Roasted Nov 27, 2026, lot 261127-A`. */
export function LotNotes({ lots, className }: { lots: Lots; className?: string | undefined }) {
  return lots.map((lot) => (
    <span key={lot.code} className={className}>
      {lots.length > 1 ? `${lot.qty} bags: ` : ''}Roasted {formatDate(lot.roastedOn, 'shortDay')},{' '}
      <Link to={`/lots/${lot.code}`}>lot {lot.code}</Link>
    </span>
  ))
}

/** The same as plain text, for printing. */
export function lotText({ code, roastedOn }: Lots[number]): string {
  return `Roasted ${formatDate(roastedOn, 'shortDay')}, lot ${code}`
}
