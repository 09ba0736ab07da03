import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  subscriptionAdmin,
  type AffectedItem,
  type CoffeeEnding,
  type CoffeeEndings,
} from '#shared/subscriptions/api/subscription-admin.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { EmptyState } from '#app/platform/ui/empty-state.tsx'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { subscriptionPath } from './texts.ts'
import styles from './subscription.module.css'

/** The coffees that end, and their replacements for subscribers. */
export default function EndingsPage() {
  return <AdminPage>{() => <Endings />}</AdminPage>
}

function Endings() {
  const answer = useQuery(ask(subscriptionAdmin.endings, {}))
  if (answer.isPending) return <AdminLoading what="ending coffees" />
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  const { endings, coffees } = answer.data
  return (
    <div className={`stack-4 ${styles.page}`}>
      <p>
        Subscribers are told four weeks before the last roast day, or immediately if it is closer. After that
        day they get the replacement in the same size and grind. They never pay more than they agreed to,
        unless a higher price is announced in time.
      </p>
      <EndForm coffees={coffees} />
      {endings.length === 0 ? <EmptyState kind="cleared" text="No coffee ends." /> : null}
      {endings.map((ending) => (
        <Ending key={ending._id} ending={ending} />
      ))}
    </div>
  )
}

function EndForm({ coffees }: { coffees: CoffeeEndings['coffees'] }) {
  const [product, setProduct] = useState('')
  const [endsOn, setEndsOn] = useState('')
  const [replacement, setReplacement] = useState('')
  const save = useEndings(
    () => call(subscriptionAdmin.endCoffee, { body: { product, endsOn, replacement: replacement || null } }),
    'Planned. Subscribers are told by email.',
  )
  return (
    <form
      className="row-2 align-bottom"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <SelectField
        label="Coffee that ends"
        required
        unmarked
        value={product}
        onChange={({ target }) => setProduct(target.value)}
      >
        <option value="">Choose a coffee</option>
        {coffees.map(({ _id, name, items }) => (
          <option key={_id} value={_id}>
            {name} ({counted(items, 'subscription')})
          </option>
        ))}
      </SelectField>
      <Field
        label="Last roast day"
        type="date"
        required
        unmarked
        value={endsOn}
        onChange={({ target }) => setEndsOn(target.value)}
      />
      <SelectField
        label="Replacement"
        unmarked
        value={replacement}
        onChange={({ target }) => setReplacement(target.value)}
      >
        <option value="">Automatic: closest taste, at most $1 more</option>
        {coffees
          .filter(({ _id }) => _id !== product)
          .map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
      </SelectField>
      <Button type="submit" busy={save.isPending}>
        End the coffee
      </Button>
    </form>
  )
}

function Ending({ ending }: { ending: CoffeeEnding }) {
  const { _id: id, name, endsOn, mailsOn, replacement, affected } = ending
  const keep = useEndings(
    () => call(subscriptionAdmin.keepCoffee, { params: { id } }),
    `${name} does not end.`,
  )
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {name} <span className={styles.note}>until {formatDate(endsOn, 'shortWeekday')}</span>
      </h2>
      <p className="below-2">
        {counted(affected.length, 'item')} of subscriptions. Replaced{' '}
        {replacement ? `by ${replacement.name}` : 'automatically'}; emails from{' '}
        {formatDate(mailsOn, 'shortDay')} on.
      </p>
      {affected.length === 0 ? null : (
        <Table
          label={`Subscriptions with ${name}`}
          columns={COLUMNS}
          rows={affected}
          keyOf={(row) => `${row._id} ${row.item}`}
        />
      )}
      <Button look="quiet" busy={keep.isPending} onClick={() => keep.mutate()} aria-label={`Keep ${name}`}>
        Keep this coffee
      </Button>
    </section>
  )
}

const COLUMNS: Column<AffectedItem>[] = [
  {
    name: 'SUBSCRIBER',
    of: ({ _id, buyer }) => <Link to={subscriptionPath(_id)}>{buyer}</Link>,
    rowHeader: true,
    title: true,
  },
  { name: 'ITEM', of: ({ item }) => item },
  {
    name: 'THEN',
    of: ({ replacement }) => replacement ?? 'No coffee fits: the subscriber is asked to choose',
  },
  {
    name: 'TOLD',
    of: ({ announcedAt }) => (announcedAt ? formatDate(announcedAt, 'shortDay') : 'Not yet'),
    inline: true,
    noWrap: true,
  },
]

function useEndings(change: () => Promise<CoffeeEndings>, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (endings) => {
      client.setQueryData(ask(subscriptionAdmin.endings, {}).queryKey, endings)
      toast.success(done)
    },
    onError: (error) => toast.error(error.message),
  })
}
