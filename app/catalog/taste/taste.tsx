import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { allCoffees, type Coffee } from '#shared/catalog/api/coffees.ts'
import { plural } from '#shared/kernel/counts.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { isSoldOut, roastText } from '#app/catalog/compare/traits.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { mapOf } from './positions.ts'
import { TasteMap } from './taste-map.tsx'
import styles from './taste.module.css'

const coffeesQuery = ask(allCoffees.list, {})

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, coffeesQuery)
export const clientLoader = () => askBriefly(coffeesQuery)

/** All coffees on a map from fruit to chocolate and from light to dark, and the same as a table, which phones show first. */
export default function Taste() {
  const { data: coffees, error, isPending, refetch } = useQuery(coffeesQuery)
  return (
    <>
      <PageHead
        title="Map of taste"
        description="Where each of our coffees stands between fruit and chocolate, and between a light and a dark roast."
        path="/taste"
      />
      <PageTitle title="Map of taste">Our coffees, from fruit to chocolate and from light to dark.</PageTitle>
      {isPending ? <Spinner what="Loading the coffees" /> : null}
      {error && !coffees ? <LoadError error={error} retry={refetch} /> : null}
      {coffees ? <Shown coffees={coffees} /> : null}
      <p className="row-0-2 above-4">
        <Link to="/compare" className="reach">
          Compare coffees
        </Link>
        <Link to="/find-your-coffee" className="reach">
          Find your coffee
        </Link>
      </p>
    </>
  )
}

type Listed = { coffee: Coffee; letter: string }

function Shown({ coffees }: { coffees: readonly Coffee[] }) {
  if (coffees.length === 0)
    return (
      <p className="lead italic">
        No coffee is on sale right now. <Link to="/shop">See what else we have.</Link>
      </p>
    )
  const { bands, left } = mapOf(coffees)
  const spots = bands.flatMap((band) => band.spots)
  const rows: Listed[] = [...spots, ...left.map((coffee) => ({ coffee, letter: '' }))]
  return (
    <div className={`grid ${styles.page}`}>
      {spots.length > 0 ? <TasteMap bands={bands} /> : null}
      <section className={styles.list} aria-labelledby="list">
        <h2 id="list" className="below-2">
          All coffees
        </h2>
        {left.length > 0 ? <p className="note below-2">{onlyInTable(left.length)}</p> : null}
        <Table
          label="All coffees by taste"
          columns={COLUMNS}
          rows={rows}
          keyOf={({ coffee }) => coffee._id}
        />
      </section>
    </div>
  )
}

const onlyInTable = (count: number) =>
  `${count} ${plural(count, 'coffee is', 'coffees are')} not on the map: the flavor or the roast is not known, or there was no room.`

const NOT_KNOWN = <span className="soft italic">not known</span>

const COLUMNS: Column<Listed>[] = [
  {
    name: 'Coffee',
    title: true,
    rowHeader: true,
    of: ({ coffee, letter }) => (
      <span className="flex gap-1 align-baseline">
        {letter ? <span className={`strong ${styles.index}`}>{letter}</span> : null}
        <Link to={productPath(coffee)}>{coffee.name}</Link>
      </span>
    ),
  },
  { name: 'Flavor', of: ({ coffee }) => coffee.flavors.join(', ') || NOT_KNOWN },
  { name: 'Roast', of: ({ coffee }) => roastText(coffee) || NOT_KNOWN },
  { name: 'Notes', of: ({ coffee }) => coffee.cuppingNote || NOT_KNOWN },
  { name: 'Availability', of: ({ coffee }) => (isSoldOut(coffee) ? 'Sold out' : 'In stock') },
]
