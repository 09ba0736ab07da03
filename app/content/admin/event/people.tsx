import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, type FormEvent } from 'react'
import { useParams } from 'react-router'
import { eventAdmin, type EventPeople, type EventPerson } from '#shared/content/api/event-admin.ts'
import { MAX_PARTY } from '#shared/content/api/events.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { saveFile } from '#app/platform/api/save-file.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { Email } from '#app/platform/ui/email.tsx'
import { RowActions, type Column } from '#app/platform/ui/table.tsx'
import { EmptyState } from '#app/platform/ui/empty-state.tsx'
import { WholeTable } from '#app/platform/admin/list/whole-list.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { useProblems } from '#app/platform/ui/use-problems.ts'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { isSame } from '#app/platform/admin/form/merge.ts'
import { LIST } from './event-list.tsx'
import styles from './people.module.css'

/** The people who signed up for an event. */
export default function People() {
  const { id = '' } = useParams()
  const answer = useQuery(ask(eventAdmin.people, { params: { id } }))
  const event = answer.data?.event
  return (
    <AdminPage
      title="People"
      heading={event?.title ?? 'People'}
      back={{ to: LIST, title: 'Go Back' }}
      state={
        event && `${formatDate(event.startsAt, 'weekdayShortMonth')}, ${formatDate(event.startsAt, 'time')}`
      }
      actions={
        <>
          <ButtonLink look="quiet" to={`${LIST}/${id}/door`}>
            Door list
          </ButtonLink>
          <ExportButton id={id} />
        </>
      }
    >
      {() => (
        <AdminResource answer={answer} what="people" gone="There is no such event." list={LIST}>
          {(data) => <Loaded {...data} />}
        </AdminResource>
      )}
    </AdminPage>
  )
}

function ExportButton({ id }: { id: string }) {
  const saving = useMutation({
    mutationFn: () => saveFile(eventAdmin.exportPeople, { params: { id } }),
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button look="line" busy={saving.isPending} onClick={() => saving.mutate()}>
      Save as CSV
    </Button>
  )
}

/** A change of the people, which returns the new list. */
function usePeopleChange<Input>(id: string, change: (input: Input) => Promise<EventPeople>, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (people) => {
      client.setQueryData(ask(eventAdmin.people, { params: { id } }).queryKey, people)
      toast.success(done)
    },
    onError: (error) => toast.error(error.message),
  })
}

function Loaded({ event, people }: EventPeople) {
  const isOpen = !event.hasEnded && !event.cancelledAt
  const { _id: id } = event
  const removing = usePeopleChange(
    id,
    (signup: string) => call(eventAdmin.removePerson, { params: { id, signup } }),
    'Person removed',
  )
  const seating = usePeopleChange(
    id,
    (signup: string) => call(eventAdmin.seatPerson, { params: { id, signup } }),
    'The person has seats now',
  )
  const columns = isOpen
    ? [...COLUMNS, actionsOf({ remove: removing.mutate, seat: seating.mutate })]
    : COLUMNS
  return (
    <div className="stack-3">
      <p role="status">
        {counted(event.taken, 'seat')} of {event.seats} taken
        {event.waiting > 0 ? `, ${event.waiting} on the waiting list` : ''}
        {event.cancelledAt ? '. This event is canceled' : ''}.
      </p>
      {people.length > 0 ? (
        <WholeTable
          base={`/admin/events/${event._id}/people`}
          label="People"
          columns={columns}
          rows={people}
          keyOf={({ _id }) => _id}
        />
      ) : (
        <EmptyState kind="first" text="No one has signed up yet." />
      )}
      {isOpen ? <AddPerson id={id} /> : null}
    </div>
  )
}

const STATES = { seated: 'Has seats', waiting: 'Waiting', cancelled: 'Canceled' }

const COLUMNS: Column<EventPerson>[] = [
  {
    name: 'NAME',
    sort: 'name',
    by: ({ name }) => name,
    of: ({ name }) => name || 'Deleted',
    rowHeader: true,
    title: true,
  },
  { name: 'EMAIL', of: ({ email }) => (email ? <Email>{email}</Email> : null) },
  { name: 'SEATS', sort: 'seats', by: ({ seats }) => seats, of: ({ seats }) => String(seats), align: 'end' },
  {
    name: 'STATE',
    sort: 'state',
    by: ({ state }) => STATES[state],
    of: ({ state }) => STATES[state],
    inline: true,
  },
  {
    name: 'SIGNED UP',
    sort: 'date',
    by: ({ createdAt }) => createdAt,
    of: ({ createdAt }) => formatDate(createdAt, 'shortDayAndTime'),
    noWrap: true,
  },
]

type Changes = { remove: (id: string) => void; seat: (id: string) => void }

function actionsOf({ remove, seat }: Changes): Column<EventPerson> {
  return {
    name: 'ACTIONS',
    hideName: true,
    wide: true,
    align: 'end',
    of: ({ _id: id, name, email, state }) =>
      state === 'cancelled' ? null : (
        <RowActions>
          {state === 'waiting' ? (
            <Button look="quiet" aria-label={`Give seats to ${name}`} onClick={() => seat(id)}>
              Give seats
            </Button>
          ) : null}
          <Button
            look="quiet"
            aria-label={`Remove ${name}`}
            onClick={() => {
              const told = email ? ` ${name} gets an email.` : ''
              if (window.confirm(`Remove ${name} from this event?${told}`)) remove(id)
            }}
          >
            Remove
          </Button>
        </RowActions>
      ),
  }
}

function personIn(form: HTMLFormElement) {
  const typed = new FormData(form)
  return {
    name: textOf(typed, 'name'),
    email: textOf(typed, 'email').trim(),
    seats: Number(textOf(typed, 'seats')),
  }
}

function AddPerson({ id }: { id: string }) {
  const form = useRef<HTMLFormElement>(null)
  const { problems, showProblems, clear, events } = useProblems()
  const sendOnce = useSendOnce()
  const adding = usePeopleChange(
    id,
    (body: ReturnType<typeof personIn>) =>
      sendOnce(body, (idempotencyKey) =>
        call(eventAdmin.addPerson, { params: { id }, body }, { idempotencyKey }),
      ),
    'Person added',
  )
  const submit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault()
    if (adding.isPending) return
    clear()
    adding.mutate(personIn(submitted.currentTarget), {
      onSuccess: (_, sent) => {
        // The next person may have been typed before the reply.
        if (form.current && isSame(personIn(form.current), sent)) form.current.reset()
      },
      onError: (error) => showProblems(form.current, fieldsIn(error)),
    })
  }
  return (
    <form
      {...events}
      ref={form}
      onSubmit={submit}
      className={`stack-2 align-top above-3 pad-top-3 rule-soft ${styles.add}`}
      aria-labelledby="add-person"
    >
      <h2 id="add-person" className="whole-row">
        Add a person
      </h2>
      <Field label="Name" name="name" maxLength={100} required autoComplete="off" problem={problems.name} />
      <Field
        label="Email"
        name="email"
        type="email"
        maxLength={254}
        autoComplete="off"
        problem={problems.email}
      />
      <SelectField label="Seats" name="seats" required problem={problems.seats}>
        {Array.from({ length: MAX_PARTY }, (_, index) => (
          <option key={index}>{index + 1}</option>
        ))}
      </SelectField>
      <Button type="submit" look="line" busy={adding.isPending}>
        Add
      </Button>
    </form>
  )
}
