import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { deliveries, type VanRoute } from '#shared/wholesale/api/deliveries.ts'
import { counted } from '#shared/kernel/counts.ts'
import { WEEKDAYS } from '#shared/kernel/days.ts'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'
import styles from './deliveries.module.css'

type Routes = Reply<typeof deliveries.routes>
type Edited = Pick<VanRoute, 'name' | 'weekday' | 'driver' | 'stops'>

/** The routes of the van: a weekday, a driver, and stops in an order. */
export default function VanRoutes() {
  return <AdminPage>{() => <RouteList />}</AdminPage>
}

function RouteList() {
  const answer = useQuery(ask(deliveries.routes, {}))
  const [edited, edit] = useState<string | null>(null)
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data) return <AdminLoading what="routes" />
  const { routes, locations } = answer.data
  const close = () => edit(null)
  return (
    <div className="stack-3">
      <p role="status">
        {routes.length === 0
          ? 'No route yet. All stops of a day are on one run.'
          : `${counted(routes.length, 'route')}.`}
      </p>
      <ul className="stack-2">
        {routes.map((route) => (
          <li key={route._id} className="stack-2 pad-3 box">
            {edited === route._id ? (
              <RouteForm key={route.version} route={route} locations={locations} close={close} />
            ) : (
              <RouteRow route={route} locations={locations} edit={() => edit(route._id)} />
            )}
          </li>
        ))}
      </ul>
      {edited === 'new' ? (
        <div className="pad-3 box">
          <RouteForm route={null} locations={locations} close={close} />
        </div>
      ) : (
        <div>
          <Button onClick={() => edit('new')}>Add a route</Button>
        </div>
      )}
    </div>
  )
}

type RowProps = { route: VanRoute; locations: Routes['locations']; edit: () => void }

function RouteRow({ route: { _id, name, weekday, driver, stops }, locations, edit }: RowProps) {
  const remove = useChange(
    () => call(deliveries.removeRoute, { params: { id: _id } }),
    'van-routes',
    'deliveries',
  )
  return (
    <>
      <h2 className={styles.day}>
        {name}
        <span className="soft">
          , {WEEKDAYS[weekday - 1]}
          {driver ? `, ${driver}` : ''}
        </span>
      </h2>
      <p>{stops.map((id) => nameOf(locations, id)).join(' → ') || 'No stops'}</p>
      <div className="row-1">
        <Button look="line" aria-label={`Edit ${name}`} onClick={edit}>
          Edit
        </Button>
        <Button
          look="quiet"
          busy={remove.isPending}
          aria-label={`Delete ${name}`}
          onClick={() => {
            if (window.confirm(`Delete the route ${name}?`)) remove.mutate()
          }}
        >
          Delete
        </Button>
      </div>
    </>
  )
}

function nameOf(locations: Routes['locations'], id: string): string {
  const location = locations.find(({ _id }) => _id === id)
  return location ? `${location.company}, ${location.name}` : 'A location without deliveries by van'
}

type FormProps = { route: VanRoute | null; locations: Routes['locations']; close: () => void }

function RouteForm({ route, locations, close }: FormProps) {
  const client = useQueryClient()
  const sendOnce = useSendOnce()
  const [fields, setFields] = useState<Edited>(() => route ?? { name: '', weekday: 4, driver: '', stops: [] })
  const set = (change: Partial<Edited>) => setFields({ ...fields, ...change })
  const save = useMutation({
    mutationFn: () => {
      const { name, weekday, driver, stops } = fields
      const body = { name, weekday, driver, stops }
      return route
        ? call(deliveries.updateRoute, {
            params: { id: route._id },
            body: { ...body, version: route.version },
          })
        : sendOnce(body, (idempotencyKey) => call(deliveries.createRoute, { body }, { idempotencyKey }))
    },
    onSuccess: () => {
      toast.success('Route saved')
      close()
    },
    onSettled: () => refresh(client, 'van-routes', 'deliveries'),
  })
  return (
    <form
      className="stack-2"
      aria-label={route ? `Edit ${route.name}` : 'New route'}
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate()
      }}
    >
      <RouteFields fields={fields} set={set} />
      <Stops locations={locations} stops={fields.stops} set={(stops) => set({ stops })} />
      {save.error ? <Alert tone="danger">{save.error.message}</Alert> : null}
      <div className="row-1">
        <Button type="submit" busy={save.isPending}>
          Save route
        </Button>
        <Button look="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type FieldsProps = { fields: Edited; set: (change: Partial<Edited>) => void }

function RouteFields({ fields, set }: FieldsProps) {
  return (
    <>
      <Field
        label="Name"
        value={fields.name}
        maxLength={60}
        required
        onChange={(event) => set({ name: event.target.value })}
      />
      <SelectField
        label="Weekday"
        required
        value={String(fields.weekday)}
        onChange={(event) => set({ weekday: Number(event.target.value) })}
      >
        {WEEKDAYS.map((weekday, at) => (
          <option key={weekday} value={at + 1}>
            {weekday}
          </option>
        ))}
      </SelectField>
      <Field
        label="Driver"
        value={fields.driver}
        maxLength={60}
        onChange={(event) => set({ driver: event.target.value })}
      />
    </>
  )
}

type StopsProps = { locations: Routes['locations']; stops: string[]; set: (stops: string[]) => void }

/** The stops in order, and a field that adds one. */
function Stops({ locations, stops, set }: StopsProps) {
  const others = locations.filter(({ _id }) => !stops.includes(_id))
  const move = (at: number, by: number) => set(stops.toSpliced(at, 1).toSpliced(at + by, 0, stops[at]!))
  return (
    <fieldset className="stack-1">
      <legend>Stops in order</legend>
      <ol className={styles.stops}>
        {stops.map((id, at) => {
          const name = nameOf(locations, id)
          return (
            <li key={id} className="row-1 align-middle apart rule-soft">
              <span className="break-words">{name}</span>
              <span className="row-1">
                <Button
                  look="quiet"
                  disabled={at === 0}
                  aria-label={`Earlier: ${name}`}
                  onClick={() => move(at, -1)}
                >
                  ↑
                </Button>
                <Button
                  look="quiet"
                  disabled={at === stops.length - 1}
                  aria-label={`Later: ${name}`}
                  onClick={() => move(at, 1)}
                >
                  ↓
                </Button>
                <Button
                  look="quiet"
                  aria-label={`Remove ${name}`}
                  onClick={() => set(stops.toSpliced(at, 1))}
                >
                  Remove
                </Button>
              </span>
            </li>
          )
        })}
      </ol>
      {others.length > 0 ? (
        <SelectField
          label="Add a stop"
          unmarked
          value=""
          onChange={({ target }) => set([...stops, target.value].filter(Boolean))}
        >
          <option value="">Choose a location</option>
          {others.map(({ _id }) => (
            <option key={_id} value={_id}>
              {nameOf(locations, _id)}
            </option>
          ))}
        </SelectField>
      ) : null}
    </fieldset>
  )
}
