import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { newsletters } from '#shared/content/api/newsletters.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './newsletter.module.css'

/** Removes an address from the newsletter at the request of a person, or lets it subscribe again. */
export function ExcludeAddress() {
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const excluding = useMutation({
    mutationFn: (endpoint: typeof newsletters.exclude | typeof newsletters.allow) =>
      call(endpoint, { body: { email: email.trim() } }),
    onSuccess: ({ message }) => {
      toast.success(message)
      setEmail('')
      return refresh(client, 'newsletters')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!excluding.isPending) excluding.mutate(newsletters.exclude)
  }
  return (
    <Disclosure summary="Exclude an address">
      <form onSubmit={submit} className={`stack-2 ${styles.exclude}`}>
        <p>
          For people who ask you not to email them. The address is unsubscribed, and cannot be subscribed
          again until you allow it. Emails about orders are still sent.
        </p>
        <Field
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={254}
          required
          value={email}
          problem={excluding.error?.message}
          onChange={({ target }) => {
            setEmail(target.value)
            excluding.reset()
          }}
        />
        <div className="row-1-2">
          <Button type="submit" look="line" busy={excluding.isPending}>
            Exclude
          </Button>
          <Button
            look="quiet"
            aria-disabled={email.trim() === '' || excluding.isPending}
            onClick={() => excluding.mutate(newsletters.allow)}
          >
            Allow again
          </Button>
        </div>
      </form>
    </Disclosure>
  )
}
