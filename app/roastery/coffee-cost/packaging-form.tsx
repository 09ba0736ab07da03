import { useQueryClient } from '@tanstack/react-query'
import { coffeeCost, type PackagingCost } from '#shared/roastery/api/coffee-cost.ts'
import { counted } from '#shared/kernel/counts.ts'
import { toCents, toDecimal } from '#shared/kernel/pricing.ts'
import { numberOf } from '#shared/platform/resources/cells.ts'
import { sizeText } from '#shared/kernel/sizes.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Field } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useEditForm } from '#app/platform/admin/form/use-edit-form.ts'
import { mergeFields } from '#app/platform/admin/form/use-opened.ts'
import styles from './coffee-cost.module.css'

/** The typed costs in dollars, by weight: `g340`. */
type Values = Record<string, string>

const nameOf = (grams: number) => `g${grams}`

/** What the packaging of a bag costs, by weight. */
export function PackagingForm({
  packaging,
  stamp,
  reload,
}: {
  packaging: PackagingCost[]
  stamp: string
  reload: () => void
}) {
  const client = useQueryClient()
  const names = packaging.map(({ grams }) => nameOf(grams))
  const labelOf = (name: string) => {
    const found = packaging.find(({ grams }) => nameOf(grams) === name)
    return found ? sizeText(found) : name
  }
  const form = useEditForm<Values, { message: string }>({
    draft: 'packaging costs',
    latest: { version: stamp, values: valuesOf(packaging) },
    names,
    mergeOnArrival: mergeFields<Values>(names, labelOf),
    send: (values, { version }) =>
      call(coffeeCost.savePackaging, {
        body: { stamp: String(version), costs: changedCosts(packaging, values) },
      }),
    onSaved: async () => {
      toast.success('Packaging costs saved')
      await refresh(client, 'roastery')
    },
  })
  return (
    <ResourceForm what="packaging costs" form={form} reload={reload} submit="Save">
      <div className={styles.fields}>
        {packaging.map((each) => (
          <Field
            key={each.grams}
            {...form.register(nameOf(each.grams))}
            label={sizeText(each)}
            type="number"
            inputMode="decimal"
            step="any"
            min={0}
            unmarked
            hint={hintOf(each)}
            problem={form.problems[nameOf(each.grams)]}
          />
        ))}
      </div>
    </ResourceForm>
  )
}

function valuesOf(packaging: readonly PackagingCost[]): Values {
  return Object.fromEntries(
    packaging.map(({ grams, cost }) => [nameOf(grams), cost === null ? '' : toDecimal(toCents(cost))]),
  )
}

/** The costs to save: those that were typed, and those that differ between coffees of the same weight. */
function changedCosts(packaging: readonly PackagingCost[], values: Values) {
  const saved = valuesOf(packaging)
  return packaging.flatMap(({ grams, missing }) => {
    const typed = values[nameOf(grams)]!
    if (typed === saved[nameOf(grams)] && (missing === 0 || typed === '')) return []
    return [{ grams, cost: typed.trim() === '' ? null : numberOf(typed) }]
  })
}

function hintOf({ cost, sizes, missing }: PackagingCost): string {
  const inDollars = 'In dollars'
  if (missing === sizes) return inDollars
  if (missing > 0)
    return `${inDollars}. ${counted(missing, 'coffee')} of ${sizes} has no cost yet: save to set it`
  return cost === null ? `${inDollars}. Differs between coffees: enter one cost` : inDollars
}
