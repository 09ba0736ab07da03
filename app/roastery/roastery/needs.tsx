import type { PlanCoffee, PlanRoast, RoastPlan } from '#shared/roastery/api/roast-plan.ts'
import { counted } from '#shared/kernel/counts.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import styles from './roastery.module.css'

type Weigh = (grams: number) => string
type Props = { plan: RoastPlan; weigh: Weigh }

/** The needs of each roast, the coffee on hand, and the yield of its batches. */
export function Roasts({ plan: { roasts }, weigh }: Props) {
  if (roasts.length === 0) return null
  return (
    <section aria-labelledby="plan-roasts">
      <h3 id="plan-roasts">Roasts</h3>
      <Table
        label="Roasted coffee by roast"
        columns={roastColumns(weigh)}
        rows={roasts}
        keyOf={({ roast }) => roast._id}
      />
    </section>
  )
}

function roastColumns(weigh: Weigh): Column<PlanRoast>[] {
  return [
    { name: 'ROAST', of: (need) => <RoastName of={need} />, rowHeader: true, title: true },
    { name: 'NEEDED', of: ({ demandGrams }) => weigh(demandGrams), align: 'end', inline: true },
    { name: 'ON HAND', of: ({ onHandGrams }) => weigh(onHandGrams), align: 'end', inline: true },
    {
      name: 'BATCHES',
      of: ({ scheduledGrams, earlierGrams }) => (
        <>
          {weigh(scheduledGrams)}
          {earlierGrams > 0 ? <span className={styles.line}>earlier days: {weigh(earlierGrams)}</span> : null}
        </>
      ),
      align: 'end',
      inline: true,
    },
    { name: 'MISSING', of: (need) => <Missing of={need} weigh={weigh} />, align: 'end', inline: true },
  ]
}

function RoastName({ of: { roast, loss, measured } }: { of: PlanRoast }) {
  const from = measured === 0 ? 'expected' : `of the last ${counted(measured, 'batch', 'batches')}`
  return (
    <>
      {roast.name}
      <span className={styles.line}>
        {roast.profile ? `${roast.profile} · ` : ''}loss {loss / 10}%, {from}
      </span>
    </>
  )
}

/** A smaller rest only comes from rounding the weights of batches, so it is not shown. */
const ROUNDING_GRAMS = 50

function Missing({ of: { missingGrams }, weigh }: { of: PlanRoast; weigh: Weigh }) {
  if (missingGrams > 0) return <strong className={styles.over}>{weigh(missingGrams)}</strong>
  return -missingGrams < ROUNDING_GRAMS ? (
    'nothing'
  ) : (
    <span className="soft">{weigh(-missingGrams)} left over</span>
  )
}

type Bags = PlanCoffee['sizes'][number] & { coffee: string }

/** The bags that orders and subscriptions need, by coffee, size and grind. */
export function Coffees({ plan: { coffees }, weigh }: Props) {
  const bags = coffees.flatMap(({ product, sizes }) =>
    sizes.map((size) => ({ ...size, coffee: product.name })),
  )
  const sum = (of: (coffee: PlanCoffee) => number) => coffees.reduce((total, coffee) => total + of(coffee), 0)
  const [demand, net] = [sum(({ demandGrams }) => demandGrams), sum(({ netGrams }) => netGrams)]
  return (
    <section aria-labelledby="plan-coffees">
      <h3 id="plan-coffees">Bags</h3>
      {bags.length === 0 ? (
        <p>No order or subscription needs coffee of this day.</p>
      ) : (
        <>
          <p className="soft">
            {weigh(demand)} of roasted coffee
            {net < demand ? `, of which ${weigh(demand - net)} are in bags and lots` : ''}
          </p>
          <Table
            label="Bags by coffee, size and grind"
            columns={BAGS}
            rows={bags}
            keyOf={({ coffee, sizeLabel, grind }) => `${coffee}\n${sizeLabel}\n${grind}`}
          />
        </>
      )}
    </section>
  )
}

const BAGS: Column<Bags>[] = [
  {
    name: 'COFFEE',
    of: ({ coffee, sizeLabel, grind }) => (
      <>
        {coffee}
        <span className={styles.line}>{variantText({ size: sizeLabel, grind })}</span>
      </>
    ),
    rowHeader: true,
    title: true,
  },
  { name: 'ORDERS', of: ({ ordered }) => ordered, align: 'end', inline: true },
  { name: 'SUBSCRIPTIONS', of: ({ planned }) => planned, align: 'end', inline: true },
  { name: 'PACKAGED', of: ({ packaged }) => packaged, align: 'end', inline: true },
  {
    name: 'TO PACKAGE',
    of: ({ ordered, planned, packaged }) => <strong>{ordered + planned - packaged}</strong>,
    align: 'end',
    inline: true,
  },
]
