import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { formatCents, formatDollars, partOf, toCents, unitPrice } from '#shared/kernel/pricing.ts'
import { priceLists, type PriceList, type SizeOnSale } from '#shared/wholesale/api/price-lists.ts'
import { ask } from '#app/platform/api/query.ts'
import { Field } from '#app/platform/ui/field.tsx'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import styles from './price-table.module.css'

type Prices = PriceList['prices']

type Props = {
  prices: Prices
  percentOff: number | null
  problem: string | undefined
  change: (prices: Prices) => void
}

/** A price for each size, and a new one from a day on. Without a price, the percentage counts. */
export function PriceTable({ prices, percentOff, problem, change }: Props) {
  const answer = useQuery({ ...ask(priceLists.sizes, {}), staleTime: 0 })
  const [word, setWord] = useState('')
  if (!answer.data) return <NotLoaded of={answer} what="the sizes" lines={6} height="3rem" />
  const wanted = word.trim().toLowerCase()
  const shown = answer.data.sizes.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <section className="stack-2">
      <h2 className="size-h3">Prices</h2>
      {problem ? <p className="alarm">{problem}</p> : null}
      {answer.data.sizes.length > 12 ? (
        <div className="measure-form">
          <Field label="Search" unmarked value={word} onChange={({ target }) => setWord(target.value)} />
        </div>
      ) : null}
      <Table
        label="Prices"
        columns={columnsOf(prices, percentOff, change)}
        rows={shown}
        keyOf={({ _id }) => _id}
      />
    </section>
  )
}

type Editing = {
  entryOf: (size: string, isLater: boolean) => Prices[number] | undefined
  set: (size: string, isLater: boolean, values: Partial<Prices[number]> | null) => void
  percentOff: number | null
}

function columnsOf(
  prices: Prices,
  percentOff: number | null,
  change: (prices: Prices) => void,
): Column<SizeOnSale>[] {
  const entryOf: Editing['entryOf'] = (size, isLater) =>
    prices.find((each) => each.size === size && (each.from !== '') === isLater)
  const set: Editing['set'] = (size, isLater, values) => {
    const old = entryOf(size, isLater)
    const others = prices.filter((each) => each !== old)
    change(values ? [...others, { size, from: '', price: null, ...old, ...values }] : others)
  }
  return [...FIRST, ...pricedColumns({ entryOf, set, percentOff })]
}

const FIRST: Column<SizeOnSale>[] = [
  {
    name: 'SIZE',
    of: ({ name, size, forAccounts }) => (
      <>
        {[name, size].filter(Boolean).join(', ')}
        {forAccounts ? <span className="soft small"> · wholesale only</span> : null}
      </>
    ),
    rowHeader: true,
    title: true,
  },
  { name: 'IN THE SHOP', of: ({ price }) => formatDollars(price), align: 'end', inline: true },
]

function pricedColumns({ entryOf, set, percentOff }: Editing): Column<SizeOnSale>[] {
  const byPercent = ({ price }: SizeOnSale) =>
    percentOff === null ? 'Not sold' : formatCents(partOf(toCents(price), 100 - percentOff, 100))
  return [
    {
      name: 'PRICE',
      of: (size) => (
        <>
          <PriceInput
            label={`Price of ${size.name}, ${size.size}`}
            value={entryOf(size._id, false)?.price ?? null}
            placeholder={byPercent(size)}
            set={(price) => set(size._id, false, price === null ? null : { price })}
          />
          <PerPound of={size} price={entryOf(size._id, false)?.price ?? null} />
        </>
      ),
    },
    {
      name: 'NEW PRICE',
      of: (size) => {
        const later = entryOf(size._id, true)
        return (
          <PriceInput
            label={`New price of ${size.name}, ${size.size}`}
            value={later?.price ?? null}
            placeholder=""
            set={(price) =>
              set(size._id, true, price === null ? null : { price, from: later?.from ?? NEXT_YEAR })
            }
          />
        )
      },
    },
    {
      name: 'FROM',
      of: (size) => {
        const later = entryOf(size._id, true)
        return later ? (
          <input
            type="date"
            className={styles.day}
            aria-label={`First day of the new price of ${size.name}, ${size.size}`}
            value={later.from}
            onChange={({ target }) => {
              if (target.value) set(size._id, true, { from: target.value })
            }}
          />
        ) : (
          ''
        )
      },
    },
  ]
}

/** The first day of a new price, until the owner chooses another one. It is never today. */
const NEXT_YEAR = `${new Date().getFullYear() + 1}-01-01`

/** Keeps what is typed, such as `12.`, until it is a price. */
function PriceInput({
  label,
  value,
  placeholder,
  set,
}: {
  label: string
  value: number | null
  placeholder: string
  set: (price: number | null) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <input
      className={styles.price}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      value={typed ?? (value === null ? '' : value.toFixed(2))}
      onChange={({ target }) => {
        setTyped(target.value)
        const price = Number(target.value)
        if (target.value.trim() === '') set(null)
        else if (Number.isFinite(price) && price >= 0) set(toCents(price) / 100)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

function PerPound({ of: { grams, category }, price }: { of: SizeOnSale; price: number | null }) {
  if (!grams || price === null || category !== COFFEE_BEANS) return null
  const { cents, unit } = unitPrice(toCents(price), grams)
  return (
    <span className="soft small nowrap">
      {' '}
      {formatCents(cents)}/{unit}
    </span>
  )
}
