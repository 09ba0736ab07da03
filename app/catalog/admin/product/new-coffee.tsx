import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { productAdmin } from '#shared/catalog/api/product-admin.ts'
import type { Product } from '#shared/catalog/api/products.ts'
import { usePart } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { CoffeeForm } from './coffee-form.tsx'
import { LIST } from './edit-link.tsx'
import { Suggestions } from './fields.tsx'

const NAMES = ['name', 'cuppingNote', 'origin', 'roastingLevel', 'isRoastedToOrder', 'isDraft'] as const

/** The page New coffee. The form of the product has all its other fields. */
export default function NewCoffee() {
  return (
    <AdminPage title="New coffee" back={{ to: LIST, title: 'Go Back' }}>
      {() => <Form />}
    </AdminPage>
  )
}

function Form() {
  const client = useQueryClient()
  const sendOnce = useSendOnce()
  const hasLots = usePart('roastery') !== 'off'
  return (
    <>
      <p className="measure">
        What a coffee needs before it can be sold. All else can follow in the form of the product.
        {hasLots ? (
          <>
            {' '}
            A lot of green coffee is put in the shop from <Link to="/admin/green-coffee">Green coffee</Link>,
            with its roast and recipe.
          </>
        ) : null}
      </p>
      <Suggestions />
      <CoffeeForm
        draft="product:new-coffee"
        names={NAMES}
        list={LIST}
        submit="Add"
        send={(edit) =>
          sendOnce(edit, (idempotencyKey) => call(productAdmin.addCoffee, { body: edit }, { idempotencyKey }))
        }
        onSaved={async (saved) => {
          toast.success(`${saved.name} added`, nextOf(saved))
          await refresh(client, 'products')
        }}
      />
    </>
  )
}

/** A coffee that is roasted to order cannot be planned without its recipe. */
function nextOf({ _id: id, isRoastedToOrder }: Product) {
  if (isRoastedToOrder) return { to: `/admin/recipes/${id}/edit`, text: 'Enter its recipe' }
  return { to: `/admin/product/${id}/edit`, text: 'Open its form' }
}
