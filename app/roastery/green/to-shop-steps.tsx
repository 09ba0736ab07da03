/** The forms of the steps from a lot to a coffee in the shop. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { metersOf } from '#shared/catalog/altitude.ts'
import { products } from '#shared/catalog/api/products.ts'
import { COMPOSITIONS } from '#shared/kernel/categories.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { green, type WholeGreenLot } from '#shared/roastery/api/green.ts'
import { recipes } from '#shared/roastery/api/recipes.ts'
import { toShop, type ToShopState, type ToShopStep } from '#shared/roastery/api/to-shop.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { AdminLoading } from '#app/platform/admin/admin-page.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { CoffeeForm } from '#app/catalog/admin/product/coffee-form.tsx'
import { Suggestions } from '#app/catalog/admin/product/fields.tsx'
import { HIDDEN, TO_ORDER } from '#app/catalog/admin/product/values.ts'
import { RecipeForm } from '../recipe/edit-recipe.tsx'
import { BLANK, RoastForm } from '../recipe/edit-roast.tsx'
import { Receive } from './stock-forms.tsx'

type Props = { state: ToShopState }

/** The form of a step. */
export function StepForm({ step, state }: Props & { step: ToShopStep }) {
  const answer = useQuery(ask(green.one, { params: { id: state.lot._id } }))
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data) return <AdminLoading what="lot" />
  if (step === 'arrival') return <Receive lot={answer.data} />
  if (step === 'roast') return <Roast state={state} />
  if (step === 'coffee') return <Coffee state={state} lot={answer.data} />
  return step === 'recipe' ? <InTheBag state={state} /> : <Sale state={state} />
}

/** Skips a step (true), or takes that back. */
export function useSkip({ lot: { _id: id } }: ToShopState, step: ToShopStep) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isSkipped: boolean) => call(toShop.skip, { params: { id }, body: { step, isSkipped } }),
    onSuccess: (state) => client.setQueryData(ask(toShop.one, { params: { id } }).queryKey, state),
    onError: (error) => toast.error(error.message),
  })
}

/** One lot, 100 %. */
function Roast({ state: { lot, sameCoffee } }: Props) {
  return (
    <>
      {sameCoffee.length > 0 ? (
        <p className="measure">
          An earlier lot of this coffee is in{' '}
          {sameCoffee.map(({ _id, name }, index) => (
            <span key={_id}>
              {index > 0 ? ', ' : ''}
              <Link to={`/admin/roasts/${_id}/edit`}>{name}</Link>
            </span>
          ))}
          . Put this lot in there to go on with the same coffee, or add another roast.
        </p>
      ) : null}
      <RoastForm
        what={`roast of ${lot._id}`}
        list={null}
        roast={{ ...BLANK, name: lot.name, greens: [{ id: lot._id, percent: 100 }] }}
      />
    </>
  )
}

const ASKED = ['name', 'cuppingNote', 'origin', 'roastingLevel'] as const

function Coffee({ state, lot }: Props & { lot: WholeGreenLot }) {
  const client = useQueryClient()
  const sendOnce = useSendOnce()
  const { _id: id } = lot
  const fromLot = [lot.producer, lot.process, lot.variety, lot.altitude].filter(Boolean).join(', ')
  return (
    <>
      <p className="measure">
        Hidden until the last step. {fromLot ? `From the lot: ${fromLot}. ` : ''}All else can follow in the
        form of the product.
      </p>
      <Suggestions />
      <CoffeeForm
        draft={`coffee of ${id}`}
        proposed={proposedFor(lot, state)}
        names={ASKED}
        submit="Add the coffee"
        send={(edit) =>
          sendOnce(edit, (idempotencyKey) =>
            call(toShop.addCoffee, { params: { id }, body: edit }, { idempotencyKey }),
          )
        }
        onSaved={async ({ name }) => {
          toast.success(`${name} added, hidden`)
          await refresh(client, 'green', 'products', 'recipes')
        }}
      />
    </>
  )
}

/** What the lot says about its coffee, as far as the fields of the product have room for it. */
function proposedFor(lot: WholeGreenLot, { roast }: ToShopState) {
  return {
    name: fitting(productFields.name, lot.name),
    origin: fitting(productFields.origin, lot.origin),
    producer: fitting(productFields.producer, lot.producer),
    process: fitting(productFields.process, lot.process),
    variety: fitting(productFields.variety, lot.variety),
    altitude: String(metersOf(lot.altitude) ?? ''),
    composition: COMPOSITIONS[0],
    isDraft: HIDDEN,
    ...(roast ? { isRoastedToOrder: TO_ORDER } : {}),
  }
}

function fitting(field: { input: { max: number } }, text: string): string {
  return text.slice(0, field.input.max)
}

function InTheBag({ state: { product, roast } }: Props) {
  const id = product?._id ?? ''
  const answer = useQuery({ ...ask(recipes.one, { params: { id } }), ...UNCACHED_FORM })
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data) return <AdminLoading what="recipe" />
  return (
    <RecipeForm
      recipe={answer.data}
      reload={() => void answer.refetch()}
      list={null}
      {...(roast ? { roast: roast._id } : {})}
    />
  )
}

const { label, input } = productFields.isRoastedToOrder

/** Puts the coffee on sale. */
function Sale({ state: { product, steps } }: Props) {
  const client = useQueryClient()
  const hasRecipe = steps.some(({ step, state }) => step === 'recipe' && state === 'done')
  const [how, choose] = useState<string>(hasRecipe ? TO_ORDER : input.options[0])
  const selling = useMutation({
    mutationFn: ({ _id: id, version }: NonNullable<ToShopState['product']>) => {
      const body = { productId: id, isDraft: false, isRoastedToOrder: how === TO_ORDER, version }
      return call(products.update, { params: { id }, body })
    },
    onSuccess: ({ name }) => toast.success(`${name} is on sale`),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'green', 'products', 'recipes'),
  })
  if (!product) return null
  return (
    <form
      className="stack-3 measure-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!selling.isPending) selling.mutate(product)
      }}
    >
      <SelectField
        label={label}
        unmarked
        value={how}
        onChange={({ target }) => choose(target.value)}
        hint={
          how === TO_ORDER ? (
            hasRecipe ? (
              'There is no stock. Orders are planned under Roastery'
            ) : (
              <span className="alarm">Without a recipe, its orders cannot be planned</span>
            )
          ) : (
            <>
              Enter the count in stock in the <Link to={`/admin/product/${product._id}/edit`}>form</Link>
            </>
          )
        }
      >
        {input.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </SelectField>
      <p>
        <Button type="submit" busy={selling.isPending}>
          Put it on sale
        </Button>
      </p>
    </form>
  )
}
