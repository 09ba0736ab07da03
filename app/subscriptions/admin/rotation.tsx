import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { subscriptionAdmin, type Rotation } from '#shared/subscriptions/api/subscription-admin.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { ProductsField } from '#app/platform/admin/form/products-field.tsx'
import styles from './subscription.module.css'

/** The coffees from which roaster's choice is packed. */
export default function RotationPage() {
  return <AdminPage>{() => <Tastes />}</AdminPage>
}

function Tastes() {
  const answer = useQuery({ ...ask(subscriptionAdmin.rotation, {}), ...UNCACHED_FORM })
  if (answer.isPending) return <AdminLoading what="coffees of roaster’s choice" />
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  return (
    <div className={`stack-4 ${styles.page}`}>
      <p>
        Each box has the coffee of its taste that the subscriber has not received for the longest time, if it
        is in stock. An empty list uses all coffees with the flavors of the taste.
      </p>
      <div className={`stack-4 ${styles.rotation}`}>
        {answer.data.tastes.map((each) => (
          <Taste key={each.taste} of={each} />
        ))}
      </div>
    </div>
  )
}

function Taste({ of: { taste, name, isOwn, coffees } }: { of: Rotation['tastes'][number] }) {
  const client = useQueryClient()
  const saved = isOwn ? coffees.map(({ product }) => product) : []
  const [chosen, choose] = useState(saved)
  const save = useMutation({
    mutationFn: () => call(subscriptionAdmin.saveRotation, { body: { taste, coffees: chosen } }),
    onSuccess: (rotation) => {
      client.setQueryData(ask(subscriptionAdmin.rotation, {}).queryKey, rotation)
      toast.success(`${name} is saved.`)
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <form
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <h2>{name}</h2>
      <p>
        {isOwn
          ? 'Your list'
          : `All coffees with these flavors: ${coffees.map((each) => each.name).join(', ')}`}
      </p>
      <ProductsField
        label="Coffees, in their order"
        hint="Only coffee that is for sale."
        chosen={chosen}
        onChange={choose}
      />
      <Button type="submit" look="quiet" busy={save.isPending} aria-label={`Save ${name}`}>
        Save
      </Button>
    </form>
  )
}
