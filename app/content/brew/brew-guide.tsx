import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { brewGuides, type BrewGuide } from '#shared/content/api/brew-guides.ts'
import {
  clockOf,
  doneText,
  fahrenheitOf,
  inSize,
  ratioText,
  scaledTo,
  stepTitle,
} from '#shared/content/brew-recipe.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { askInBrowser, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import styles from './brew.module.css'
import { Scaler } from './scaler.tsx'
import { Timer, stepAt } from './timer.tsx'
import { useBrewTimer, type BrewTimer } from './use-brew-timer.ts'

const guideOf = (slug: string | undefined) => ask(brewGuides.at, { params: { slug: slug ?? '' } })

export const loader = ({ context, params }: LoaderFunctionArgs) => askOnServer(context, guideOf(params.slug))
export const clientLoader = ({ params }: LoaderFunctionArgs) => askInBrowser(guideOf(params.slug))

/** A brew guide: the recipe for any dose, its steps, and a timer. */
export default function BrewGuidePage() {
  const { slug } = useParams()
  const { data: guide, error, refetch } = useQuery(guideOf(slug))
  if (guide) return <Shown key={guide._id} guide={guide} />
  return error ? <LoadError error={error} retry={refetch} /> : <Spinner what="Loading the guide" />
}

function Shown({ guide }: { guide: BrewGuide }) {
  const { links } = useBusiness()
  const [recipe, setDose] = useDose(guide)
  const timer = useBrewTimer(guide.slug, recipe.steps.at(-1)?.end ?? recipe.doneTo)
  return (
    <article>
      <PageHead
        title={`How to brew with ${guide.name}`}
        description={`${guide.summary} ${guide.dose} g of coffee, ${guide.water} g of water, ${doneText(guide)}: all steps, with a timer.`}
        path={`/brew/${guide.slug}`}
      />
      <p className="below-2 screen-only">
        <Link to="/brew" className="reach">
          All brew guides
        </Link>
      </p>
      <PageTitle title={guide.name}>{guide.summary}</PageTitle>
      <div className={`grid align-top ${styles.guide}`}>
        <div className={`stack-4 may-shrink ${styles.recipe}`}>
          <Amounts recipe={recipe} />
          <Scaler guide={guide} dose={recipe.dose} onChange={setDose} />
          <MoreFacts recipe={recipe} isAsWritten={recipe.dose === guide.dose} />
        </div>
        <Timer recipe={recipe} timer={timer} place={guide.place} />
        <Steps recipe={recipe} timer={timer} />
        <div className={`stack-4 items-left may-shrink ${styles.changes}`}>
          <Changes guide={guide} />
          <ButtonLink to={links.shop} look="line" className="screen-only">
            See the coffees
          </ButtonLink>
        </div>
      </div>
    </article>
  )
}

/** The recipe for the dose in the address, and a function that changes it without leaving the page. */
function useDose(guide: BrewGuide): [BrewGuide, (dose: number) => void] {
  const [search] = useSearchParams()
  const [dose, setDose] = useState(() => Number(search.get('dose') ?? guide.dose))
  const size = guide.sizes.find((each) => each.dose === dose)
  const change = (next: number) => {
    setDose(next)
    const query = next === guide.dose ? '' : `?dose=${next}`
    window.history.replaceState(window.history.state, '', window.location.pathname + query)
  }
  return [size ? inSize(guide, size) : scaledTo(guide, dose), change]
}

/** The four numbers of a recipe, in large figures. */
function Amounts({ recipe }: { recipe: BrewGuide }) {
  const { dose, water, isYield, celsius } = recipe
  return (
    <dl className={`grid lining ${styles.amounts}`}>
      <Amount term="Coffee">{formatNumber(dose)} g</Amount>
      <Amount term={isYield ? 'In the cup' : 'Water'}>{formatNumber(water)} g</Amount>
      <Amount term="Temperature" more={celsius === null ? '' : `${celsius} °C`}>
        {celsius === null ? 'Cold' : `${fahrenheitOf(celsius)} °F`}
      </Amount>
      <Amount term="Done after">{doneText(recipe)}</Amount>
    </dl>
  )
}

function Amount({ term, more, children }: { term: string; more?: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="caps">{term}</dt>
      <dd>
        {children}
        {more ? <span className={`soft ${styles.celsius}`}> {more}</span> : null}
      </dd>
    </div>
  )
}

function MoreFacts({ recipe, isAsWritten }: { recipe: BrewGuide; isAsWritten: boolean }) {
  const facts = [
    ['Grind', recipe.grind],
    ['Ratio', ratioText(recipe.ratio)],
    ['In the kettle', recipe.kettle === null ? '' : `${formatNumber(recipe.kettle)} g, with some to spare`],
    ['Makes', isAsWritten ? recipe.makes : ''],
  ].filter(([, value]) => value !== '')
  return (
    <dl className={`lining ${styles.facts}`}>
      {facts.map(([term, value]) => (
        <div key={term} className="facts-line">
          <dt className="caps">{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Steps({
  recipe: { steps, isYield },
  timer: { state, at },
}: {
  recipe: BrewGuide
  timer: BrewTimer
}) {
  const now = state === 'running' || state === 'paused' ? stepAt(steps, at) : -1
  return (
    <section className={`stack-2 may-shrink ${styles.stepsPart}`} aria-labelledby="steps">
      <h2 id="steps">Step by step</h2>
      <ol className={`lining ${styles.steps}`}>
        {steps.map((step, index) => (
          <li
            key={step.start}
            className={`grid ${styles.row}`}
            aria-current={index === now ? 'step' : undefined}
            data-past={now > index || state === 'done' || undefined}
          >
            <span className={`figures ${styles.from}`}>{clockOf(step.start)}</span>
            <div className="may-shrink">
              <h3 className={styles.title}>{stepTitle(step, isYield)}</h3>
              <p>{step.text}</p>
            </div>
            <span className={`soft figures nowrap ${styles.until}`}>until {clockOf(step.end)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What to change if it does not taste right. */
function Changes({ guide: { ifSour, ifBitter } }: { guide: BrewGuide }) {
  if (!ifSour && !ifBitter) return null
  return (
    <section className="stack-2" aria-labelledby="changes">
      <h2 id="changes">If it does not taste right</h2>
      <dl className={`stack-1 ${styles.tastes}`}>
        {ifSour ? (
          <div>
            <dt>Sour or thin?</dt>
            <dd>{ifSour}</dd>
          </div>
        ) : null}
        {ifBitter ? (
          <div>
            <dt>Bitter or dry?</dt>
            <dd>{ifBitter}</dd>
          </div>
        ) : null}
      </dl>
    </section>
  )
}
