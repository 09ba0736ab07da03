/** What the set-up asks an owner who has not switched any part yet. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { shopParts } from '#shared/backoffice/api/parts.ts'
import { WORK } from '#shared/platform/part-texts.ts'
import { PART_DEFAULTS } from '#shared/platform/settings/parts.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './parts.module.css'

const OFF_AT_FIRST = new Set(
  WORK.filter(({ parts }) => parts.every((part) => PART_DEFAULTS[part] === 'off')).map(({ text }) => text),
)

/** Proposes the parts by what the owner does. */
export function Question() {
  const client = useQueryClient()
  const [unchecked, setUnchecked] = useState<ReadonlySet<string>>(OFF_AT_FIRST)
  const choose = useMutation({
    mutationFn: () => {
      const needed = WORK.flatMap(({ text, parts }) => (unchecked.has(text) ? [] : parts))
      return call(shopParts.choose, { body: { needed: [...needed], version: 0 } })
    },
    onSuccess: async (saved) => {
      client.setQueryData(ask(shopParts.list, {}).queryKey, saved)
      toast.success('Your parts are set. You can change each of them below')
      await refresh(client, 'config', 'setup')
    },
  })
  const toggle = (text: string) =>
    setUnchecked((before) => {
      const after = new Set(before)
      if (!after.delete(text)) after.add(text)
      return after
    })
  return (
    <section className="stack-2 box-soft pad-3" aria-labelledby="what-you-do">
      <h2 id="what-you-do">What do you do?</h2>
      <p>
        What you do not do is switched off, or takes nothing new while something is still owed. Nothing is
        deleted, and you can switch it on at any time.
      </p>
      <form
        className="stack-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!choose.isPending) choose.mutate()
        }}
      >
        <div className={`grid ${styles.work}`}>
          {WORK.map(({ text }) => (
            <CheckField
              key={text}
              label={text}
              checked={!unchecked.has(text)}
              onChange={() => toggle(text)}
            />
          ))}
        </div>
        {choose.error ? <Alert tone="danger">{choose.error.message}</Alert> : null}
        <div>
          <Button type="submit" busy={choose.isPending}>
            Set the parts
          </Button>
        </div>
      </form>
    </section>
  )
}
