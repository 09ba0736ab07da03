import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { data, useLoaderData, useParams, type LoaderFunctionArgs } from 'react-router'
import { ACCENTS, accentOf } from '#shared/catalog/accents.ts'
import { coffeeLots, type Grown, type PublicLot } from '#shared/catalog/api/coffee-lots.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { isNotFound } from '#app/platform/api/call.ts'
import { askInBrowser, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { ErrorLayout } from '#app/platform/layout/error-page.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { BestUses, bestUses } from '../shop/best-days.tsx'
import label from '../shop/label.module.css'
import styles from './lot.module.css'
import { Fact, GuideLine, timeText } from '../shop/recipe-facts.tsx'

const lotOf = (code: string | undefined) => ask(coffeeLots.one, { params: { code: code ?? '' } })

export async function loader({ context, params }: LoaderFunctionArgs) {
  try {
    return await askOnServer(context, lotOf(params.code))
  } catch (error) {
    if ((error as { init?: { status?: number } | null } | null)?.init?.status === 404)
      return data({ isMissing: true }, { status: 404 })
    throw error
  }
}
export const clientLoader = ({ params }: LoaderFunctionArgs) =>
  askInBrowser(lotOf(params.code)).catch(() => null)

/** The page that the QR code of a bag opens: who grew the coffee, when it was roasted, how to brew it. */
export default function LotPage() {
  const { code } = useParams()
  const isMissing = useLoaderData<{ isMissing?: boolean } | null>()?.isMissing === true
  const { data: lot, error, refetch } = useQuery({ ...lotOf(code), enabled: !isMissing })
  if (lot) return <Shown lot={lot} />
  if (isMissing || isNotFound(error)) return <NoSuchLot />
  return error ? <LoadError error={error} retry={refetch} /> : <Spinner what="Loading the lot" />
}

function NoSuchLot() {
  return (
    <ErrorLayout
      title="We do not know this lot"
      label="Not found"
      text="Please check the lot code on the sticker of your bag. It looks like 261127-A."
    >
      <ButtonLink to="/shop">See the coffees</ButtonLink>
    </ErrorLayout>
  )
}

function Shown({ lot }: { lot: PublicLot }) {
  const { coffee, code, greens } = lot
  const style = { '--accent': ACCENTS[accentOf(coffee)] } as CSSProperties
  return (
    <article className={`stack-4 break-words ${styles.page}`} style={style}>
      <PageHead
        title={`${coffee.name}, lot ${code}`}
        description={`Who grew this coffee, when it was roasted, and how to brew it. Roasted ${formatDate(lot.roastedOn, 'day')}.`}
        path={`/lots/${code}`}
        picture={coffee.picture}
        hidden
      />
      <header className={`stack-1 items-left ${styles.head}`}>
        <p className={styles.code}>Lot {code}</p>
        <h1 className={label.name}>{coffee.name}</h1>
        <p className={`lining ${styles.roasted}`}>
          Roasted <time dateTime={lot.roastedOn}>{formatDate(lot.roastedOn, 'day')}</time>
        </p>
        {coffee.cuppingNote ? <p className={`lead italic ${styles.taste}`}>{coffee.cuppingNote}</p> : null}
        {coffee.isSold ? (
          <ButtonLink to={productPath(coffee)} className="above-1">
            Buy it again
          </ButtonLink>
        ) : null}
      </header>
      <FramedPicture
        of={coffee.picture}
        sizes="(min-width: 62rem) 40vw, 90vw"
        priority
        className={styles.frame}
      />
      <div className={`stack-6 ${styles.parts}`}>
        {greens.length > 0 ? <Growers greens={greens} /> : null}
        <Brewing lot={lot} />
        <Roasts lot={lot} />
      </div>
    </article>
  )
}

function Growers({ greens }: { greens: Grown[] }) {
  return (
    <section className="stack-2" aria-labelledby="growers">
      <h2 id="growers">Who grew it</h2>
      <ul className="stack-4">
        {greens.map((green) => (
          <li key={`${green.name} ${green.percent}`} className={`stack-2 ${styles.grower}`}>
            <h3>
              {green.producer || green.name}
              {greens.length > 1 ? <span className={`lining ${styles.share}`}> {green.percent}%</span> : null}
            </h3>
            {green.story ? <p className="measure pre-line">{green.story}</p> : null}
            <Facts of={green} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Facts({ of: green }: { of: Grown }) {
  const facts = [
    ['Coffee', green.producer ? green.name : ''],
    ['Origin', green.origin],
    ['Process', green.process],
    ['Variety', green.variety],
    ['Altitude', green.altitude],
    ['Harvest', green.crop],
  ].filter(([, value]) => value !== '')
  if (facts.length === 0) return null
  return (
    <dl className={`measure lining ${label.facts}`}>
      {facts.map(([term = '', value]) => (
        <Fact key={term} term={term}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}

function Roasts({ lot: { batches } }: { lot: PublicLot }) {
  return (
    <section className="stack-2" aria-labelledby="roasts">
      <h2 id="roasts">How it was roasted</h2>
      <p>
        {batches.length > 1
          ? 'In several batches of our roaster, which we blended or packaged together:'
          : 'In one batch of our roaster:'}
      </p>
      <dl className={`measure lining ${label.facts}`}>
        {batches.map(({ code, roast, roastedOn }) => (
          <Fact key={code} term={formatDate(roastedOn, 'shortDay')}>
            {roast}, batch {code}
          </Fact>
        ))}
      </dl>
    </section>
  )
}

/**
 * The brew recipe of a coffee in large numbers, the days of best taste, and the link to the brew guide. Renders nothing if
 * nothing of it is known.
 */
function Brewing({ lot: { coffee, roastedOn } }: { lot: PublicLot }) {
  const { brewMethod: method, brewDose: dose, brewWater: water, brewSeconds: seconds, guide } = coffee
  const steps = [
    ['Coffee', dose ? `${formatNumber(dose)} g` : ''],
    ['Water', water ? `${formatNumber(water)} g` : ''],
    ['Time', seconds ? timeText(seconds) : ''],
  ].filter(([, value]) => value !== '')
  const hasDays = bestUses(coffee, roastedOn).length > 0
  if (!method && steps.length === 0 && !guide && !hasDays) return null
  return (
    <section className="stack-2" aria-labelledby="brewing">
      <h2 id="brewing">How to brew it</h2>
      {method ? <p className="lead italic">{method}</p> : null}
      {steps.length > 0 ? (
        <dl className={`row-2 lining ${styles.recipe}`}>
          {steps.map(([term, value]) => (
            <div key={term}>
              <dt className={label.term}>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {hasDays ? (
        <dl className={`measure lining ${label.facts}`}>
          <Fact term="Tastes best">
            <BestUses of={coffee} roastedOn={roastedOn} />
          </Fact>
        </dl>
      ) : null}
      {guide ? (
        <p>
          <GuideLine guide={guide} dose={dose} />
        </p>
      ) : null}
    </section>
  )
}
