import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { green, type WholeGreenLot } from '#shared/roastery/api/green.ts'
import { roasts } from '#shared/roastery/api/recipes.ts'
import { counted } from '#shared/kernel/counts.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import styles from './green.module.css'
import { lotText, replacementsFor } from '#app/platform/admin/lot-text.ts'

/** Replaces a used-up lot in all roasts that contain it. */
export function ReplaceInRoasts({ lot }: { lot: WholeGreenLot }) {
  const client = useQueryClient()
  const { large } = useWeightUnits()
  const lots = useQuery(ask(green.list, {})).data?.lots ?? []
  const options = replacementsFor(lot, lots)
  const [chosen, choose] = useState('')
  const replacementId = chosen || (options[0]?._id ?? '')
  const replacing = useMutation({
    mutationFn: () => call(roasts.replaceLot, { body: { lotId: lot._id, replacementId } }),
    onSuccess: async ({ roasts: count }) => {
      toast.success(`Replaced in ${counted(count, 'roast')}`)
      await refresh(client, 'green', 'roasts')
    },
    onError: (error) => toast.error(error.message),
  })
  if (options.length === 0) return null
  return (
    <form
      className={`stack-2 ${styles.form}`}
      aria-label="Replace in roasts"
      onSubmit={(event) => {
        event.preventDefault()
        if (!replacing.isPending) replacing.mutate()
      }}
    >
      <SelectField
        label={`Replace it in ${counted(lot.roasts.length, 'roast')} with`}
        unmarked
        value={replacementId}
        onChange={({ target }) => choose(target.value)}
      >
        {options.map((each) => (
          <option key={each._id} value={each._id}>
            {lotText(each, large)}
          </option>
        ))}
      </SelectField>
      <Button type="submit" look="line" busy={replacing.isPending}>
        Replace
      </Button>
    </form>
  )
}
