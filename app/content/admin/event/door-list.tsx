import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { eventAdmin, type EventPeople } from '#shared/content/api/event-admin.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { EmptyState } from '#app/platform/ui/empty-state.tsx'
import { ask } from '#app/platform/api/query.ts'
import { RequireStaff } from '#app/platform/session/guard.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { Skeleton } from '#app/platform/ui/skeleton.tsx'
import { AdminResource } from '#app/platform/admin/admin-page.tsx'
import slip from '#app/platform/orders/packing-slip.module.css'
import styles from './door-list.module.css'
import { LIST } from './event-list.tsx'

/** The people with seats, to print and to check off at the door. */
export default function DoorList() {
  const { id = '' } = useParams()
  return (
    <section className={`stack-3 ${slip.page}`}>
      <PageHead title="Door list" hidden />
      <div className={`flex align-middle apart full-width screen-only ${slip.actions}`}>
        <Link to={`${LIST}/${id}/people`}>
          <span aria-hidden="true">←&nbsp;</span>Back to the people
        </Link>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <RequireStaff skeleton={<Skeleton height="40rem" />}>{() => <Sheet id={id} />}</RequireStaff>
    </section>
  )
}

function Sheet({ id }: { id: string }) {
  const answer = useQuery(ask(eventAdmin.people, { params: { id } }))
  return (
    <AdminResource answer={answer} what="people" gone="There is no such event." list={LIST}>
      {(data) => <People {...data} />}
    </AdminResource>
  )
}

function People({ event, people }: EventPeople) {
  const seated = people.filter(({ state }) => state === 'seated')
  const waiting = people.filter(({ state }) => state === 'waiting')
  return (
    <article className={`${slip.sheet} ${styles.sheet}`}>
      <h1>{event.title}</h1>
      <p>
        {formatDate(event.startsAt, 'weekday')}, {formatDate(event.startsAt, 'time')} to{' '}
        {formatDate(event.endsAt, 'time')}. {counted(event.taken, 'seat')} of {event.seats}.
      </p>
      <Rows label="People with seats" people={seated} />
      {waiting.length > 0 ? (
        <>
          <h2>Waiting list</h2>
          <Rows label="Waiting list" people={waiting} />
        </>
      ) : null}
    </article>
  )
}

function Rows({ label, people }: { label: string; people: EventPeople['people'] }) {
  if (people.length === 0) return <EmptyState kind="first" text="No one yet." />
  return (
    <table className={`full-width figures ${styles.rows}`} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Here</span>
          </th>
          <th scope="col">Name</th>
          <th scope="col">Seats</th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ _id, name, seats }) => (
          <tr key={_id}>
            <td className={styles.box}>
              <span className="visually-hidden">Not checked</span>
            </td>
            <th scope="row">{name || 'Deleted'}</th>
            <td>{seats}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
