import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { brand } from '#shared/brand.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import styles from './answer.module.css'
import type { Outcome } from './use-letter.ts'

const FAILED = 'Failed to send message: Something went wrong on our end... Please shoot us a message to: '

/**
 * How it went, announced and focused. A form that was sent without JavaScript comes back with `?sent=`
 * in the address. `thanks` is the line for success; `more` stands below it.
 */
export function Answer({
  outcome,
  putBack,
  thanks,
  more,
}: {
  outcome: Outcome | null
  putBack: () => void
  thanks: string
  more?: string
}) {
  const [search] = useSearchParams()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome) box.current?.focus()
  }, [outcome])
  const told = outcome ? (outcome.sent ? 'success' : 'fail') : search.get('sent')
  const field = wordsOf(search.get('field'))
  return (
    <div ref={box} tabIndex={-1} className={styles.answer}>
      {told === 'success' ? (
        <Alert>
          <p>{thanks}</p>
          {more ? <p>{more}</p> : null}
        </Alert>
      ) : null}
      {told === 'fail' ? (
        <Alert tone="danger">
          <p>
            {FAILED}
            <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>
          </p>
          {outcome?.sent === false ? (
            <>
              {outcome.reason ? <p className={styles.reason}>{outcome.reason}</p> : null}
              <p>Nothing you wrote is lost.</p>
              <Button look="line" onClick={putBack} className={styles.back}>
                Put my text back
              </Button>
            </>
          ) : (
            <>
              {field ? <p className={styles.reason}>Please look at this field again: {field}.</p> : null}
              <p>What you wrote is still in the form one page back.</p>
            </>
          )}
        </Alert>
      ) : null}
    </div>
  )
}

/** A field's name as words: `typeOfBusiness` is type of business. */
function wordsOf(field: string | null): string {
  return /^[a-z]{1,20}$/i.test(field ?? '')
    ? field!.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : ''
}
