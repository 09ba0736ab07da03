import { Money } from '#app/platform/ui/money.tsx'

/** A dollar amount. 0 is a gray dash, so that the other amounts of a table are easier to see. */
export function Amount({ dollars }: { dollars: number }) {
  if (dollars !== 0) return <Money dollars={dollars} />
  return (
    <span className="soft">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">$0.00</span>
    </span>
  )
}
