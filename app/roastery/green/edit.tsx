import { useQueryClient } from '@tanstack/react-query'
import { green, type GreenLot, type WholeGreenLot } from '#shared/roastery/api/green.ts'
import { namesOf, samplesOf } from '#shared/platform/resources/described.ts'
import { greenLotFields } from '#shared/roastery/resources/green-lot.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { EditPage, NEW, useEdited } from '#app/platform/admin/form/edit-page.tsx'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'
import styles from './green.module.css'
import { LIST, lotPath } from './green-list.tsx'

const BLANK: WholeGreenLot = {
  _id: NEW,
  ...samplesOf(greenLotFields),
  version: 0,
  state: 'on the way',
  arrivedOn: null,
  isOverdue: false,
  gramsLeft: 0,
  value: 0,
  costPerKg: 0,
  costPerPound: 0,
  roasts: [],
  moves: [],
  canUndoArrival: false,
}

const NAMES = namesOf(greenLotFields)
/** The fields of the purchase come before those of the origin. */
const ORIGIN = NAMES.indexOf('producer')

/** The form of a lot of green coffee. */
export default function EditLot() {
  const edited = useEdited(green.one, { blank: BLANK })
  const isNew = edited.id === NEW
  return (
    <EditPage
      edited={edited}
      what="green"
      noun="lot"
      list={isNew ? LIST : lotPath(edited.id)}
      heading={isNew ? 'New lot of green coffee' : edited.answer.data?.code}
    >
      {(lot, { reload }) => <LotForm lot={lot} reload={reload} />}
    </EditPage>
  )
}

function LotForm({ lot, reload }: { lot: GreenLot; reload: () => void }) {
  const client = useQueryClient()
  const isNew = lot._id === NEW
  const form = useResourceForm<typeof greenLotFields, GreenLot>({
    what: 'green lot',
    fields: greenLotFields,
    saved: lot,
    list: isNew ? LIST : lotPath(lot._id),
    send: (body) =>
      isNew ? call(green.create, { body }) : call(green.update, { params: { id: lot._id }, body }),
    onSaved: () => {
      toast.success(isNew ? 'Lot added. Receive it when it is here' : 'Lot updated')
      return refresh(client, 'green', 'roasts')
    },
  })
  return (
    <ResourceForm what="lot" form={form} reload={reload} submit={isNew ? 'Add' : 'Update'}>
      <ResourceFields of={greenLotFields} names={NAMES.slice(0, ORIGIN)} form={form} />
      <section className={`stack-2 ${styles.section}`} aria-labelledby="origin">
        <h2 id="origin">Where it comes from</h2>
        <ResourceFields of={greenLotFields} names={NAMES.slice(ORIGIN)} form={form} />
      </section>
    </ResourceForm>
  )
}
