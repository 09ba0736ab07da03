import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { TO_SHOP_STEPS, toShop, type ToShopState, type ToShopStep } from '#shared/roastery/api/to-shop.ts'
import { ask } from '#app/platform/api/query.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import styles from './green.module.css'
import { LIST, lotPath } from './green-list.tsx'
import { StepForm, useSkip } from './to-shop-steps.tsx'

/** From an arrived lot to a coffee in the shop: five steps, each with its form. Nothing exists before its step is saved. */
export default function ToShop() {
  const { id = '' } = useParams()
  const answer = useQuery(ask(toShop.one, { params: { id } }))
  const lot = answer.data?.lot
  return (
    <AdminPage
      title="To the shop"
      heading={lot ? `${lot.code}, ${lot.name}: to the shop` : 'To the shop'}
      back={{ to: lotPath(id), title: 'The lot' }}
    >
      {() => (
        <AdminResource answer={answer} what="lot" gone="There is no such lot." list={LIST}>
          {(state) => <Way state={state} />}
        </AdminResource>
      )}
    </AdminPage>
  )
}

const TITLES: Record<ToShopStep, string> = {
  arrival: 'The lot is here',
  roast: 'A roast of it',
  coffee: 'A coffee in the shop, hidden',
  recipe: 'What is in its bag',
  sale: 'On sale, roasted to order',
}

function Way({ state }: { state: ToShopState }) {
  const { next, steps } = state
  const shown = useRef(next)
  useEffect(() => {
    if (shown.current === next) return
    shown.current = next
    // The pressed button is gone with its form.
    document.getElementById('step')?.focus()
  }, [next])
  return (
    <div className="stack-4">
      <ol className={styles.way} aria-label="Steps">
        {steps.map((each) => (
          <li key={each.step} aria-current={each.step === next ? 'step' : undefined}>
            <span>{TITLES[each.step]}</span>
            <StepState of={each} state={state} />
          </li>
        ))}
      </ol>
      {next ? <Step key={next} step={next} state={state} /> : <Finished state={state} />}
    </div>
  )
}

type StepStateProps = { of: ToShopState['steps'][number]; state: ToShopState }

function StepState({ of: { step, state: is, canUndo }, state }: StepStateProps) {
  const skipping = useSkip(state, step)
  if (is === 'done')
    return (
      <span className="soft">
        Done
        <DoneName step={step} state={state} />
      </span>
    )
  if (is === 'open') return <span className="soft">{step === state.next ? 'Now' : 'Later'}</span>
  return (
    <span className="soft">
      Skipped{' '}
      {canUndo ? (
        <Button
          look="quiet"
          busy={skipping.isPending}
          aria-label={`Do it now: ${TITLES[step]}`}
          onClick={() => skipping.mutate(false)}
        >
          Do it now
        </Button>
      ) : null}
    </span>
  )
}

/** What a finished step has made, with a link to it. */
function DoneName({ step, state: { roast, product } }: { step: ToShopStep; state: ToShopState }) {
  if (step === 'roast' && roast)
    return (
      <>
        : <Link to={`/admin/roasts/${roast._id}/edit`}>{roast.name}</Link>
      </>
    )
  if (step === 'coffee' && product)
    return (
      <>
        : <Link to={`/admin/product/${product._id}/edit`}>{product.name}</Link>
      </>
    )
  return null
}

/** The form of the step that is next. */
function Step({ step, state }: { step: ToShopStep; state: ToShopState }) {
  const skipping = useSkip(state, step)
  return (
    <section className="stack-3" aria-labelledby="step">
      <h2 id="step" tabIndex={-1}>
        Step {TO_SHOP_STEPS.indexOf(step) + 1} of {TO_SHOP_STEPS.length}: {TITLES[step]}
      </h2>
      <div className="row-1-2">
        {step === 'arrival' ? null : (
          <Button look="quiet" busy={skipping.isPending} onClick={() => skipping.mutate(true)}>
            Skip
          </Button>
        )}
        <ButtonLink look="quiet" to={lotPath(state.lot._id)}>
          Later
        </ButtonLink>
      </div>
      <StepForm step={step} state={state} />
    </section>
  )
}

function Finished({ state: { product, steps } }: { state: ToShopState }) {
  const isAllDone = steps.every(({ state }) => state === 'done')
  return (
    <section className="stack-2" aria-labelledby="step">
      <h2 id="step" tabIndex={-1}>
        {isAllDone ? 'All steps are done' : 'No step is left'}
      </h2>
      {product ? (
        <p>
          {product.isDraft ? 'Hidden' : 'On sale'}:{' '}
          <Link to={`/admin/product/${product._id}/edit`}>{product.name}</Link>. Orders of a coffee that is
          roasted to order are in the <Link to="/admin/roastery">roast plan</Link>.
        </p>
      ) : (
        <p>A skipped step can be taken up again.</p>
      )}
    </section>
  )
}
