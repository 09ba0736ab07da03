import { useQueryClient } from '@tanstack/react-query'
import { type Cupping, type CuppingEdit, cuppings, type WholeBatch } from '#shared/roastery/api/batches.ts'
import { cuppingFields, scaTotal } from '#shared/roastery/resources/cupping.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { applies, fromForm, mapped, namesOf } from '#shared/platform/resources/described.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { ResourceField } from '#app/platform/admin/form/resource-field.tsx'
import { ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'
import styles from './batch.module.css'

/** The form of a new cupping, or of a saved one. Shows the total of the SCA form while it is filled in. */
export function CuppingForm({
  batch,
  user,
  cupping,
  reload,
  close,
}: {
  batch: WholeBatch
  /** The name of the signed-in user. */
  user: string
  /** Null for a new cupping. */
  cupping: Cupping | null
  reload: () => void
  close: () => void
}) {
  const client = useQueryClient()
  const form = useResourceForm({
    what: 'cupping',
    fields: cuppingFields,
    saved: cupping ?? blankOf(batch, user),
    send: useSend(batch, cupping),
    onSaved: async () => {
      toast.success(cupping ? 'Cupping saved' : 'Cupping added')
      await refresh(client, 'roastery')
      close()
    },
  })
  const values = fromForm(cuppingFields, form.values)
  const names = namesOf(cuppingFields).filter((name) => applies(cuppingFields[name], form.values))
  const fieldOf = (name: (typeof names)[number]) => (
    <ResourceField
      key={name}
      of={cuppingFields[name]}
      bound={form.register(name)}
      problem={form.problems[name]}
    />
  )
  const total = values.form === 'SCA form' ? scaTotal(values) : null
  return (
    <ResourceForm what="cupping" form={form} reload={reload} submit={cupping ? 'Save' : 'Add'}>
      <div className={styles.scores}>{names.filter((name) => HEAD.has(name)).map(fieldOf)}</div>
      <div className={styles.scores}>
        {names.filter((name) => !HEAD.has(name) && name !== 'notes').map(fieldOf)}
      </div>
      {fieldOf('notes')}
      {values.form === 'SCA form' ? (
        <p aria-live="polite">
          Final score: <strong>{total === null ? 'shown after all seven scores' : total.toFixed(2)}</strong>
        </p>
      ) : null}
      <div>
        <Button look="quiet" onClick={close}>
          Close without saving
        </Button>
      </div>
    </ResourceForm>
  )
}

function useSend({ _id: id }: WholeBatch, cupping: Cupping | null) {
  const sendOnce = useSendOnce()
  return (body: CuppingEdit) =>
    cupping
      ? call(cuppings.update, { params: { id: cupping._id }, body })
      : sendOnce(body, (idempotencyKey) =>
          call(cuppings.create, { params: { id }, body }, { idempotencyKey }),
        )
}

const HEAD: ReadonlySet<string> = new Set(['form', 'cuppedOn', 'cupper'])

/** The draft of a new cupping has the id of its batch. */
function blankOf(batch: WholeBatch, user: string) {
  const blank = mapped(cuppingFields, (field) => field.blank)
  const today = dayOf(new Date())
  const roasted = batch.roastedOn ?? batch.roastsOn
  return {
    ...(blank as unknown as Cupping),
    cuppedOn: today < roasted ? roasted : today,
    cupper: user,
    _id: `new-${batch._id}`,
    version: 0,
  }
}
