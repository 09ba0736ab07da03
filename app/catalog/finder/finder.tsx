import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type FormEvent } from 'react'
import {
  Link,
  useLocation,
  useNavigate,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { products, type CoffeeMatch } from '#shared/catalog/api/products.ts'
import {
  answersQuery,
  contradiction,
  QUESTION_NAMES,
  QUESTIONS,
  readAnswers,
  readAsked,
  shopQuery,
  type Asked,
  type QuestionName,
} from '#shared/platform/coffee-finder.ts'
import { ProductCard } from '#app/catalog/shop/product-card.tsx'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { textsOf } from '#app/platform/ui/form-text.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import styles from './finder.module.css'

const PATH = '/find-your-coffee'

function matchesFor({ answers, isDecaf }: Asked) {
  return ask(products.match, { query: { ...answers, ...(isDecaf ? { decaf: '1' as const } : {}) } })
}

function askedBy({ request }: LoaderFunctionArgs | ClientLoaderFunctionArgs) {
  const asked = readAsked(new URL(request.url).searchParams)
  return asked ? [matchesFor(asked)] : []
}

export const loader = (args: LoaderFunctionArgs) => askOnServer(args.context, ...askedBy(args))
export const clientLoader = (args: ClientLoaderFunctionArgs) => askBriefly(...askedBy(args))

/** Four questions, and two coffees that fit the answers. The form works without JavaScript. */
export default function Finder() {
  const { search } = useLocation()
  const asked = readAsked(new URLSearchParams(search))
  useResultsFocused(search)
  return (
    <>
      <PageHead
        title="Find your coffee"
        description="Four questions about your brewer, milk and taste, and two coffees of ours that fit."
        path={PATH}
        hidden={asked !== null}
      />
      <PageTitle title="Find your coffee">Four questions, two coffees. Skip what you don’t mind.</PageTitle>
      {asked ? <Found asked={asked} /> : null}
      <Questions key={search} asked={asked} />
    </>
  )
}

/** Moves the focus to the results when answers change the address; they are above the form that had the focus. */
function useResultsFocused(search: string): void {
  const shown = useRef(search)
  useEffect(() => {
    if (shown.current === search) return
    shown.current = search
    document.getElementById('found-title')?.focus({ preventScroll: true })
  }, [search])
}

function Questions({ asked }: { asked: Asked | null }) {
  const navigate = useNavigate()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = textsOf(new FormData(event.currentTarget), ...QUESTION_NAMES)
    void navigate(`${PATH}?${answersQuery(readAnswers(new URLSearchParams(given)), asked?.isDecaf)}`)
  }
  return (
    <form action={PATH} className={`stack-4 ${styles.form}`} onSubmit={onSubmit} aria-label="Questions">
      {asked ? <h2 className="size-h2">Change your answers</h2> : null}
      <div className={`grid ${styles.questions}`}>
        {QUESTION_NAMES.map((name) => (
          <Choice key={name} name={name} chosen={asked?.answers[name] ?? ''} />
        ))}
      </div>
      {asked?.isDecaf ? <input type="hidden" name="decaf" value="1" /> : null}
      <Button type="submit" className="self-left">
        Show my two coffees
      </Button>
    </form>
  )
}

function Choice({ name, chosen }: { name: QuestionName; chosen: string }) {
  const { title, any, options } = QUESTIONS[name]
  return (
    <fieldset className="may-shrink">
      <legend className={`size-h3 ${styles.question}`}>{title}</legend>
      <div className="row-1">
        {[...options, { value: '', label: any }].map(({ value, label }) => (
          <label key={value} className={`flex align-middle target ${styles.answer}`}>
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Found({ asked }: { asked: Asked }) {
  const { data, error, isPending, refetch } = useQuery(matchesFor(asked))
  const problem = contradiction(asked.answers)
  return (
    <section className={`stack-3 ${styles.found}`} aria-labelledby="found-title">
      <h2 id="found-title" tabIndex={-1} className="size-h2">
        {answersText(asked) || 'For every brewer and taste'}
      </h2>
      {problem ? <p className="measure lead italic">{problem}</p> : null}
      {isPending ? <Spinner what="Looking for your coffee" /> : null}
      {error && !data ? <LoadError error={error} retry={refetch} /> : null}
      <div className={`grid ${styles.matches}`}>
        {data ? <Matches matches={data.matches} /> : null}
        <p className={`packed items-left ${styles.more}`}>
          <Link className="reach" to={`/shop${shopQuery(asked.answers)}`}>
            All coffees like these
          </Link>
          {data?.hasDecaf || asked.isDecaf ? (
            <Link className="reach" to={`${PATH}?${answersQuery(asked.answers, !asked.isDecaf)}`}>
              {asked.isDecaf ? 'The same with caffeine' : 'The same as decaf'}
            </Link>
          ) : null}
        </p>
      </div>
    </section>
  )
}

const RANKS = ['First choice', 'Also worth trying']

function Matches({ matches }: { matches: CoffeeMatch[] }) {
  if (matches.length === 0)
    return (
      <p className={`measure ${styles.pair}`}>
        No coffee is on sale right now. <Link to="/shop">See what else we have.</Link>
      </p>
    )
  return (
    <ul className={`grid halves ${styles.pair}`}>
      {matches.map(({ product, reasons }, index) => (
        <li key={product._id} className={`grid packed ${styles.match}`}>
          <p className="caps soft">{RANKS[index]}</p>
          {reasons.length > 0 ? (
            <ul className="italic" aria-label="Why this one">
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          ) : (
            <p className="italic soft">The nearest to your answers that we have now.</p>
          )}
          <ProductCard product={product} priority={index === 0} level="h3" />
        </li>
      ))}
    </ul>
  )
}

/** The answers in words: 'Moka pot, with milk'. */
function answersText({ answers, isDecaf }: Asked): string {
  const labels = QUESTION_NAMES.flatMap((name) => {
    const option = QUESTIONS[name].options.find(({ value }) => value === answers[name])
    return option ? [option.label] : []
  })
  const [first, ...others] = [...labels, ...(isDecaf ? ['Decaf'] : [])]
  return [first, ...others.map((label) => label.toLowerCase())].filter(Boolean).join(', ')
}
