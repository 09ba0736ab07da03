import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { promises, type AffectedOrder } from '#shared/roastery/api/promises.ts'
import { call } from '#app/platform/api/call.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import styles from './moved-orders.module.css'

/** The mail that the buyer of the first chosen order gets. */
export function MovedMail({ order: { _id: order }, message }: { order: AffectedOrder; message: string }) {
  const typed = useDeferredValue(message)
  const mail = useQuery({
    queryKey: ['roastery', 'mail', order, typed],
    queryFn: () => call(promises.preview, { body: { order, message: typed } }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (mail.isError) return <LoadError error={mail.error} retry={mail.refetch} />
  return (
    <details className={styles.mail}>
      <summary>The email{mail.data ? ` to ${mail.data.to}` : ''}</summary>
      {mail.data ? (
        <>
          <p>
            <strong>{mail.data.subject}</strong>
          </p>
          <pre className={styles.text}>{mail.data.text}</pre>
        </>
      ) : (
        <p>Loading the email…</p>
      )}
    </details>
  )
}
