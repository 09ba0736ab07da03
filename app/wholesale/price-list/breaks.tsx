import { MAX_BREAKS, type PriceList } from '#shared/wholesale/api/price-lists.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'

type All = PriceList['breaks']

/** What comes off each bag when all coffee of an order weighs so many pounds. */
export function Breaks({
  breaks,
  problem,
  change,
}: {
  breaks: All
  problem: string | undefined
  change: (breaks: All) => void
}) {
  const set = (index: number, field: keyof All[number], typed: string) =>
    change(breaks.map((each, at) => (at === index ? { ...each, [field]: Number(typed) || 0 } : each)))
  return (
    <section className="stack-2 items-left" aria-labelledby="breaks">
      <h2 id="breaks" className="size-h3">
        Breaks by the pounds of an order
      </h2>
      <p className="soft small measure">
        All coffee of an order counts together. The largest break that it reaches comes off the price of each
        bag.
      </p>
      {problem ? <p className="alarm">{problem}</p> : null}
      {breaks.map(({ pounds, percent }, index) => (
        // Breaks have no id, and equal ones are possible while they are typed.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="row-2 align-bottom">
          <Field
            label="From pounds"
            unmarked
            inputMode="numeric"
            value={pounds || ''}
            onChange={({ target }) => set(index, 'pounds', target.value)}
          />
          <Field
            label="Percent off"
            unmarked
            inputMode="numeric"
            value={percent || ''}
            onChange={({ target }) => set(index, 'percent', target.value)}
          />
          <Button
            look="quiet"
            aria-label={`Remove the break from ${pounds} lb`}
            onClick={() => change(breaks.filter((_, at) => at !== index))}
          >
            Remove
          </Button>
        </div>
      ))}
      {breaks.length < MAX_BREAKS ? (
        <Button look="line" onClick={() => change([...breaks, { pounds: 0, percent: 0 }])}>
          Add a break
        </Button>
      ) : null}
    </section>
  )
}
