import { useMutation, useQueryClient } from '@tanstack/react-query'
import { eventAdmin, type EventWithForm } from '#shared/content/api/event-admin.ts'
import { counted } from '#shared/kernel/counts.ts'
import { eventPath } from '#shared/platform/record-paths.ts'
import { namesOf } from '#shared/platform/resources/described.ts'
import { eventFields } from '#shared/content/resources/event.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { EditPage, NEW, useEdited } from '#app/platform/admin/form/edit-page.tsx'
import { usePictureFacts } from '#app/platform/admin/form/picture-facts.ts'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'
import { PictureField } from '#app/platform/admin/pictures/picture-field.tsx'
import pictures from '#app/platform/admin/pictures/pictures.module.css'
import { LIST } from './event-list.tsx'

const BLANK: EventWithForm = {
  _id: NEW,
  title: '',
  slug: '',
  starts: '',
  ends: '',
  place: '',
  seats: 12,
  price: null,
  image: '',
  text: '',
  isDraft: false,
  taken: 0,
  waiting: 0,
  cancelledAt: null,
  hasEnded: false,
  version: 0,
  facts: null,
}

/** The page Edit Event. */
export default function EditEvent() {
  const edited = useEdited(eventAdmin.form, { blank: BLANK })
  const saved = edited.answer.data
  return (
    <EditPage
      edited={edited}
      what="event"
      list={LIST}
      actions={saved && saved._id !== NEW ? <Actions event={saved} /> : null}
    >
      {(event, { reload }) => (
        <>
          <State event={event} />
          {event.cancelledAt ? null : <EventForm event={event} reload={reload} />}
        </>
      )}
    </EditPage>
  )
}

function Actions({ event: { _id: id, slug, isDraft } }: { event: EventWithForm }) {
  return (
    <>
      <ButtonLink look="quiet" to={`${LIST}/${id}/people`}>
        People
      </ButtonLink>
      {isDraft ? null : (
        <ButtonLink look="quiet" to={eventPath({ _id: id, slug })}>
          View on the site
        </ButtonLink>
      )}
    </>
  )
}

/** The number of taken seats, and the button that cancels the event. */
function State({ event }: { event: EventWithForm }) {
  const client = useQueryClient()
  const { _id: id, taken, seats, waiting, cancelledAt, hasEnded } = event
  const canceling = useMutation({
    mutationFn: () => call(eventAdmin.cancel, { params: { id } }),
    onSuccess: () => {
      toast.success('Event canceled')
      return refresh(client, 'events')
    },
    onError: (error) => toast.error(error.message),
  })
  if (id === NEW) return null
  if (cancelledAt)
    return <Alert tone="warning">This event is canceled. Everyone who signed up got an email.</Alert>
  const people = `${counted(taken, 'seat')} of ${seats} taken${waiting > 0 ? `, ${waiting} waiting` : ''}`
  return (
    <p>
      {people}.{' '}
      {hasEnded ? null : (
        <Button
          look="quiet"
          busy={canceling.isPending}
          onClick={() => {
            if (window.confirm(QUESTION)) canceling.mutate()
          }}
        >
          Cancel the event
        </Button>
      )}
    </p>
  )
}

const QUESTION = 'Cancel this event permanently? Everyone who signed up gets an email.'

function EventForm({ event, reload }: { event: EventWithForm; reload: () => void }) {
  const client = useQueryClient()
  const { _id: id } = event
  const isNew = id === NEW
  const facts = usePictureFacts(`event-picture:${id}`, (path) => (path === event.image ? event.facts : null))
  const form = useResourceForm({
    what: 'event',
    fields: eventFields,
    saved: event,
    list: LIST,
    send: (body) =>
      isNew ? call(eventAdmin.create, { body }) : call(eventAdmin.update, { params: { id }, body }),
    onSaved: () => {
      toast.success(isNew ? 'Event added' : 'Event updated')
      return refresh(client, 'events')
    },
  })
  const submit = isNew ? 'Add' : 'Update'
  return (
    <ResourceForm
      what="event"
      form={form}
      reload={reload}
      submit={submit}
      unsaved={
        isNew ? 'Not saved yet' : 'Unsaved changes: people get an email if the time or the place changes'
      }
    >
      <ResourceFields of={eventFields} names={FIRST} form={form} />
      <div className={pictures.one}>
        <PictureField form={{ ...form, ...facts }} field="image" label={eventFields.image.label} />
      </div>
      <ResourceFields of={eventFields} names={LAST} form={form} />
    </ResourceForm>
  )
}

/** The fields before the picture, and those after it. */
const NAMES = namesOf(eventFields)
const FIRST = NAMES.slice(0, NAMES.indexOf('image'))
const LAST = NAMES.slice(NAMES.indexOf('image') + 1)
