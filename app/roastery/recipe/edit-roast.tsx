import { useQuery, useQueryClient } from '@tanstack/react-query'
import { green, type ListedGreenLot } from '#shared/roastery/api/green.ts'
import { roasts, type Roast } from '#shared/roastery/api/recipes.ts'
import { namesOf, samplesOf } from '#shared/platform/resources/described.ts'
import type { TypedPart } from '#shared/platform/resources/parts.ts'
import { roastColumns, roastFields } from '#shared/roastery/resources/roast.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { EditPage, NEW, useEdited } from '#app/platform/admin/form/edit-page.tsx'
import { PartsField, type PartOption } from '#app/platform/admin/form/parts-field.tsx'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'
import { lotText, sameCoffee } from '#app/platform/admin/lot-text.ts'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import { LIST } from './roast-list.tsx'
import styles from './recipe.module.css'

/** A roast that does not exist yet. */
export const BLANK: Roast = {
  _id: NEW,
  ...samplesOf(roastFields),
  greens: [{ id: '', percent: 100 }],
  version: 0,
}

/** The form of a roast. */
export default function EditRoast() {
  return (
    <EditPage edited={useEdited(roasts.one, { blank: BLANK })} what="recipe" noun="roast" list={LIST}>
      {(roast, { reload }) => <RoastForm roast={roast} reload={reload} />}
    </EditPage>
  )
}

const NAMES = namesOf(roastColumns)

type RoastFormProps = {
  roast: Roast
  reload?: () => void
  /** The name of the drafts of new roasts. */
  what?: string
  /** The URL to go to after the save; null if the page stays. */
  list?: string | null
}

/** The form of a roast, also of one that does not exist yet. */
export function RoastForm({ roast, reload, what = 'roast', list = LIST }: RoastFormProps) {
  const client = useQueryClient()
  const isNew = roast._id === NEW
  const form = useResourceForm({
    what,
    fields: roastFields,
    saved: roast,
    ...(list === null ? {} : { list }),
    send: (body) =>
      isNew ? call(roasts.create, { body }) : call(roasts.update, { params: { id: roast._id }, body }),
    onSaved: () => {
      toast.success(isNew ? 'Roast added' : 'Roast updated')
      return refresh(client, 'roasts', 'green', 'recipes')
    },
  })
  return (
    <ResourceForm what="roast" form={form} {...(reload ? { reload } : {})} submit={isNew ? 'Add' : 'Update'}>
      <ResourceFields of={roastFields} names={NAMES.slice(0, 2)} form={form} />
      <Greens
        parts={form.values.greens}
        problem={form.problems['greens']}
        onChange={(greens) => form.change({ greens })}
      />
      <ResourceFields of={roastFields} names={NAMES.slice(2)} form={form} />
    </ResourceForm>
  )
}

type GreensProps = {
  parts: TypedPart[]
  problem: string | undefined
  onChange: (parts: TypedPart[]) => void
}

function Greens({ parts, problem, onChange }: GreensProps) {
  const { large } = useWeightUnits()
  const lots = useQuery(ask(green.list, {})).data?.lots ?? []
  const optionOf = (lot: ListedGreenLot): PartOption => ({
    id: lot._id,
    text: lotText(lot, large),
    ...(lot.state === 'used up' || lot.state === 'archived'
      ? {
          note: (
            <UsedUp
              lot={lot}
              next={sameCoffee(lot, lots).find(({ _id }) => !parts.some(({ id }) => id === _id))}
              onReplace={(id) =>
                onChange(parts.map((part) => (part.id === lot._id ? { ...part, id } : part)))
              }
            />
          ),
        }
      : {}),
  })
  return (
    <PartsField
      name="greens"
      label={roastFields.greens.label}
      hint={roastFields.greens.hint}
      what="lot"
      parts={parts}
      options={lots.filter(({ state }) => state !== 'archived').map(optionOf)}
      chosenOnly={lots.filter(({ state }) => state === 'archived').map(optionOf)}
      problem={problem}
      onChange={onChange}
    />
  )
}

function UsedUp({
  lot,
  next,
  onReplace,
}: {
  lot: ListedGreenLot
  next: ListedGreenLot | undefined
  onReplace: (id: string) => void
}) {
  return (
    <p>
      <strong className={styles.mark}>{lot.code} is used up.</strong>{' '}
      {next ? (
        <Button look="quiet" onClick={() => onReplace(next._id)}>
          Replace it with {next.code}
        </Button>
      ) : (
        'Choose another lot.'
      )}
    </p>
  )
}
