import pouring from '#imagery/drawings/pour.svg'
import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { brewGuides, type BrewGuide } from '#shared/content/api/brew-guides.ts'
import { doneText } from '#shared/content/brew-recipe.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { EmptyState } from '#app/platform/ui/illustration.tsx'
import { Framed } from '#app/platform/ui/framed.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import styles from './brew.module.css'
import { PourShape } from './pour-shape.tsx'

const all = ask(brewGuides.list, {})

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, all)
export const clientLoader = () => askBriefly(all)

/** All brew guides. */
export default function BrewGuides() {
  const { roasters, links } = useBusiness()
  const { data, error, isPending, refetch } = useQuery(all)
  const names = data?.map(({ name }) => name).join(', ')
  return (
    <>
      <PageHead
        title="Brew guides"
        description={`How ${roasters} brews${names ? `: ${names}` : ''}. Each guide has its steps, a timer, and the amounts for your dose.`}
        path="/brew"
      />
      <PageTitle title="Brew guides">Our recipes, step by step, with a timer.</PageTitle>
      {isPending ? <Spinner what="Loading the guides" /> : null}
      {error && !data ? <LoadError error={error} retry={refetch} /> : null}
      {data?.length === 0 ? (
        <EmptyState drawing={pouring}>
          <p className="lead italic">We are writing our guides. Until then, ask us at the bar.</p>
          <ButtonLink to={links.shop}>See the coffees</ButtonLink>
        </EmptyState>
      ) : null}
      {data && data.length > 0 ? (
        <ul className={`grid ${styles.guides}`}>
          {data.map((guide) => (
            <li key={guide._id}>
              <Card guide={guide} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

function Card({ guide }: { guide: BrewGuide }) {
  const { name, slug, summary, dose, water, isYield, place } = guide
  return (
    <article className={`grid ${styles.card}`}>
      <Framed className={styles.poster}>
        <PourShape of={guide} place={place} />
      </Framed>
      <div className="stack-1 packed may-shrink">
        <h2 className={styles.name}>
          <Link to={`/brew/${slug}`} className={styles.link}>
            {name}
          </Link>
        </h2>
        <p>{summary}</p>
        <p className={`soft lining ${styles.short}`}>
          <span className="nowrap">{formatNumber(dose)} g coffee</span>,{' '}
          <span className="nowrap">
            {formatNumber(water)} g {isYield ? 'in the cup' : 'water'}
          </span>
          , <span className="nowrap">{doneText(guide)}</span>
        </p>
      </div>
    </article>
  )
}
