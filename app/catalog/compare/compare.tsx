import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type FormEvent } from 'react'
import { Link, useLocation, useNavigate, type LoaderFunctionArgs } from 'react-router'
import { allCoffees, type Coffee } from '#shared/catalog/api/coffees.ts'
import { compareQuery, MOST_COMPARED, readCompared } from '#shared/platform/compared.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { nextDelivery } from '#app/platform/orders/next-delivery.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { CompareTable } from './compare-table.tsx'
import styles from './compare.module.css'

const PATH = '/compare'
const coffeesQuery = ask(allCoffees.list, {})

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, coffeesQuery, nextDelivery)
export const clientLoader = () => askBriefly(coffeesQuery, nextDelivery)

/** Up to three coffees side by side, named in the address. The form works without JavaScript. */
export default function Compare() {
  const { search } = useLocation()
  const asked = readCompared(new URLSearchParams(search))
  const { data: coffees, error, isPending, refetch } = useQuery(coffeesQuery)
  useNamesFocused(search)
  return (
    <>
      <PageHead
        title="Compare coffees"
        description="Up to three of our coffees side by side: taste, roast, origin, price, and when each tastes best."
        path={PATH}
        hidden={asked.length > 0}
      />
      <PageTitle title="Compare coffees">Up to three, side by side.</PageTitle>
      {isPending ? <Spinner what="Loading the coffees" /> : null}
      {error && !coffees ? <LoadError error={error} retry={refetch} /> : null}
      {coffees?.length === 0 ? <Nothing /> : null}
      {coffees && coffees.length > 0 ? <Compared coffees={coffees} asked={asked} /> : null}
      <p className="row-0-2 above-4">
        <Link to="/taste" className="reach">
          Map of taste
        </Link>
        <Link to="/find-your-coffee" className="reach">
          Find your coffee
        </Link>
      </p>
    </>
  )
}

/** Moves the focus to the names when a choice changes the address, because what was pressed is gone. */
function useNamesFocused(search: string): void {
  const shown = useRef(search)
  useEffect(() => {
    if (shown.current === search) return
    shown.current = search
    document.getElementById('compared')?.focus({ preventScroll: true })
  }, [search])
}

function Nothing() {
  return (
    <div className="stack-3 items-left">
      <p className="lead italic">No coffee is on sale right now.</p>
      <ButtonLink to="/shop">See what else we have</ButtonLink>
    </div>
  )
}

type Props = { coffees: readonly Coffee[]; asked: readonly string[] }

function Compared({ coffees, asked }: Props) {
  const found = asked.flatMap((address) => coffees.find((each) => address === addressOf(each)) ?? [])
  const missing = asked.length - found.length
  const names = found.map(({ name }) => name)
  return (
    <div className="stack-3">
      <h2 id="compared" tabIndex={-1} className="visually-hidden">
        {names.length > 0 ? names.join(', ') : 'Choose coffees'}
      </h2>
      {missing > 0 ? (
        <p className="lead italic">
          {missing === 1 ? 'A coffee of this link is' : 'Coffees of this link are'} no longer on sale.
        </p>
      ) : null}
      {found.length > 0 ? (
        <div>
          <CompareTable coffees={found} />
        </div>
      ) : null}
      <Chooser key={asked.join(',')} coffees={coffees} chosen={found} />
    </div>
  )
}

const addressOf = ({ slug, _id }: Coffee) => slug || _id

/** The labels of the fields, by the number of coffees that are chosen. */
const FIELDS = [
  ['First coffee', 'Second coffee', 'Third coffee'],
  ['Compare with', 'And with'],
  ['Add a third'],
]

/** Adds coffees. A third comes first, because a phone shows two. Renders nothing if there is none to add. */
function Chooser({ coffees, chosen }: { coffees: readonly Coffee[]; chosen: readonly Coffee[] }) {
  const navigate = useNavigate()
  const others = coffees.filter((coffee) => !chosen.includes(coffee))
  const fields = (FIELDS[chosen.length] ?? []).slice(0, others.length)
  if (fields.length === 0) return null
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
      .getAll('with')
      .flatMap((value) => (typeof value === 'string' ? [['with', value]] : []))
    void navigate(PATH + compareQuery(readCompared(new URLSearchParams(given))))
  }
  const kept = chosen.map((coffee) => (
    <input key={coffee._id} type="hidden" name="with" value={addressOf(coffee)} />
  ))
  const isThird = chosen.length === MOST_COMPARED - 1
  return (
    <form action={PATH} className={styles.chooser} onSubmit={onSubmit} aria-label="Choose coffees">
      {isThird ? null : kept}
      {fields.map((label, index) => (
        <SelectField key={label} label={label} name="with" required={index + chosen.length < 2 || isThird}>
          <option value="">Choose a coffee</option>
          {others.map((coffee) => (
            <option key={coffee._id} value={addressOf(coffee)}>
              {coffee.name}
            </option>
          ))}
        </SelectField>
      ))}
      {isThird ? kept : null}
      <Button type="submit">{chosen.length === 0 ? 'Compare' : 'Add'}</Button>
    </form>
  )
}
