import { useQueryClient } from '@tanstack/react-query'
import { brewGuides, type BrewGuide } from '#shared/content/api/brew-guides.ts'
import { brewGuideFields } from '#shared/content/resources/brew-guide.ts'
import { namesOf } from '#shared/platform/resources/described.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { EditPage, NEW, useEdited } from '#app/platform/admin/form/edit-page.tsx'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'
import { LIST } from './brew-guide-list.tsx'
import { StepsField } from './steps-field.tsx'

const BLANK: BrewGuide = {
  _id: NEW,
  slug: '',
  name: '',
  summary: '',
  makes: '',
  dose: 0,
  water: 0,
  isYield: false,
  ratio: 0,
  kettle: null,
  celsius: null,
  grind: '',
  doneFrom: 0,
  doneTo: 0,
  steps: [],
  minDose: null,
  maxDose: null,
  timesGrow: false,
  sizes: [],
  ifSour: '',
  ifBitter: '',
  fits: [],
  place: 0,
  version: 0,
}

/** The page Edit Brew Guide. */
export default function EditBrewGuide() {
  const edited = useEdited(brewGuides.one, { blank: BLANK })
  const saved = edited.answer.data
  return (
    <EditPage
      edited={edited}
      what="brewGuide"
      list={LIST}
      actions={
        saved ? (
          <ButtonLink look="quiet" to={`/brew/${saved.slug}`}>
            See it on the site
          </ButtonLink>
        ) : null
      }
    >
      {(guide, { reload }) => <BrewGuideForm guide={guide} reload={reload} />}
    </EditPage>
  )
}

const NAMES = namesOf(brewGuideFields)
const STEPS_AT = NAMES.indexOf('steps')

function BrewGuideForm({ guide, reload }: { guide: BrewGuide; reload: () => void }) {
  const client = useQueryClient()
  const isNew = guide._id === NEW
  const form = useResourceForm({
    what: 'brew guide',
    fields: brewGuideFields,
    saved: guide,
    list: LIST,
    send: (body) =>
      isNew
        ? call(brewGuides.create, { body })
        : call(brewGuides.update, { params: { id: guide._id }, body }),
    onSaved: () => {
      toast.success(isNew ? 'Brew guide added' : 'Brew guide updated')
      return refresh(client, 'brew-guides', 'products')
    },
  })
  return (
    <ResourceForm what="brew guide" form={form} reload={reload} submit={isNew ? 'Add' : 'Update'}>
      <ResourceFields of={brewGuideFields} names={NAMES.slice(0, STEPS_AT)} form={form} />
      <StepsField
        steps={form.values.steps}
        problem={form.problems.steps}
        onChange={(steps) => form.change({ steps })}
      />
      <ResourceFields of={brewGuideFields} names={NAMES.slice(STEPS_AT + 1)} form={form} />
    </ResourceForm>
  )
}
