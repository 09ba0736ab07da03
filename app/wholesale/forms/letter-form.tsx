import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { Collection } from '#shared/start/api.ts'
import { LETTER_MAX } from '#shared/wholesale/letters.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { TextareaField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'

type LetterProps = {
  label: string
  /** What changes with it. */
  lists: readonly Collection[]
  proposed: string
  submit: string
  done: string
  send: (text: string) => Promise<unknown>
}

/** A mail as it goes, with what is done when it is sent. */
export function LetterForm({ label, lists, proposed, submit, done, send }: LetterProps) {
  const client = useQueryClient()
  const [text, setText] = useState(proposed)
  const sending = useMutation({
    mutationFn: () => send(text),
    onSuccess: () => toast.success(done),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, ...lists),
  })
  const submitted = (event: FormEvent) => {
    event.preventDefault()
    if (!sending.isPending) sending.mutate()
  }
  return (
    <form className="stack-2" onSubmit={submitted}>
      <TextareaField
        label={label}
        name="text"
        value={text}
        onChange={({ target }) => setText(target.value)}
        rows={12}
        maxLength={LETTER_MAX}
        required
      />
      <div>
        <Button type="submit" busy={sending.isPending}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
