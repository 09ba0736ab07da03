import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { artshow } from '#shared/catalog/api/artshow.ts'
import { works, type WorkWithForm } from '#shared/catalog/api/works.ts'
import { namesOf } from '#shared/platform/resources/described.ts'
import { workFields } from '#shared/catalog/resources/work.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { EditPage, NEW, useEdited } from '#app/platform/admin/form/edit-page.tsx'
import { usePictureFacts } from '#app/platform/admin/form/picture-facts.ts'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'
import { PictureField } from '#app/platform/admin/pictures/picture-field.tsx'
import pictures from '#app/platform/admin/pictures/pictures.module.css'
import { LIST, WORK_STATES } from './work-list.tsx'

const BLANK: WorkWithForm = {
  _id: NEW,
  title: '',
  slug: '',
  artist: '',
  image: '',
  year: null,
  medium: '',
  dimensions: '',
  text: '',
  notForSale: false,
  price: 0,
  box: '',
  packedGrams: null,
  place: 0,
  isHidden: false,
  state: 'forSale',
  version: 0,
  facts: null,
}

/** The page Edit Work. */
export default function EditWork() {
  const edited = useEdited(works.form, { blank: BLANK })
  const saved = edited.answer.data
  const isSaved = saved !== undefined && saved._id !== NEW
  return (
    <EditPage
      edited={edited}
      what="work"
      list={LIST}
      actions={
        isSaved ? (
          <ButtonLink look="quiet" to="/artshow">
            View on the site
          </ButtonLink>
        ) : null
      }
    >
      {(work, { reload }) => (
        <>
          <State work={work} reload={reload} />
          <WorkForm work={work} reload={reload} />
        </>
      )}
    </EditPage>
  )
}

/** Whether the work is sold, and the button that changes this for sales outside of the shop. */
function State({ work: { _id: id, state }, reload }: { work: WorkWithForm; reload: () => void }) {
  const client = useQueryClient()
  const isSold = state === 'sold'
  const changing = useMutation({
    mutationFn: () => call(works.setAvailable, { params: { id }, body: { available: isSold } }),
    onSuccess: async () => {
      toast.success(isSold ? 'The work is available again' : 'Marked as sold')
      await refresh(client, 'works', 'products')
      reload()
    },
    onError: (error) => toast.error(error.message),
  })
  if (id === NEW) return null
  return (
    <p>
      {WORK_STATES[state]}.{' '}
      {state === 'held' ? null : (
        <Button look="quiet" busy={changing.isPending} onClick={() => changing.mutate()}>
          {isSold ? 'Make available again' : 'Mark as sold elsewhere'}
        </Button>
      )}
    </p>
  )
}

function WorkForm({ work, reload }: { work: WorkWithForm; reload: () => void }) {
  const client = useQueryClient()
  const { data: all } = useQuery(ask(artshow.list, {}))
  const artists = all?.filter(({ isDraft }) => !isDraft)
  const { _id: id } = work
  const isNew = id === NEW
  const facts = usePictureFacts(`work-picture:${id}`, (path) => (path === work.image ? work.facts : null))
  const form = useResourceForm({
    what: 'work',
    fields: workFields,
    saved: work,
    list: LIST,
    send: (body) => (isNew ? call(works.create, { body }) : call(works.update, { params: { id }, body })),
    onSaved: () => {
      toast.success(isNew ? 'Work added' : 'Work updated', { to: '/artshow', text: 'View on the site' })
      return refresh(client, 'works', 'products')
    },
  })
  return (
    <ResourceForm what="work" form={form} reload={reload} submit={isNew ? 'Add' : 'Update'}>
      <ResourceFields of={workFields} names={FIRST} form={form} />
      <div className={pictures.one}>
        <SelectField
          {...form.register('artist')}
          label={workFields.artist.label}
          required
          data-missing="Choose an artist."
          problem={form.problems.artist}
          key={artists ? 'artists' : 'loading'}
        >
          <option value="">Choose an artist</option>
          {artists?.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={pictures.one}>
        <PictureField form={{ ...form, ...facts }} field="image" label={workFields.image.label} />
      </div>
      <ResourceFields of={workFields} names={OTHERS} form={form} />
    </ResourceForm>
  )
}

const FIRST = ['title', 'slug'] as const
/** The other fields, except those with their own component. */
const OTHERS = namesOf(workFields).filter(
  (name) => !FIRST.some((first) => first === name) && workFields[name].input.as !== 'own',
)
