import { useEffect, useRef } from 'react'
import { useBusiness } from '../api/business.ts'
import { useSearchParams } from 'react-router'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import styles from './send-result.module.css'
import type { Outcome } from './use-message-form.ts'

const FAILURE_TEXT =
  'Failed to send message: Something went wrong on our end... Please shoot us a message to: '

/**
 * The result of sending a form. It is announced to screen readers and focused. If the form was sent without JavaScript,
 * the result comes from `?sent=` in the URL. `thanks` is the text after success, with `more` below it.
 */
export function SendResult({
  outcome,
  restore,
  thanks,
  more,
}: {
  outcome: Outcome | null
  restore: () => void
  thanks: string
  more?: string
}) {
  const brand = useBusiness()
  const [search] = useSearchParams()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome) box.current?.focus()
  }, [outcome])
  const result = outcome ? (outcome.sent ? 'success' : 'fail') : search.get('sent')
  const field = fieldName(search.get('field'))
  return (
    <div ref={box} tabIndex={-1} className={styles.result}>
      {result === 'success' ? (
        <Alert>
          <p>{thanks}</p>
          {more ? <p>{more}</p> : null}
        </Alert>
      ) : null}
      {result === 'fail' ? (
        <Alert tone="danger">
          <p>
            {FAILURE_TEXT}
            <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>
          </p>
          {outcome?.sent === false ? (
            <>
              {outcome.reason ? <p className="italic">{outcome.reason}</p> : null}
              <p>Your text is not lost.</p>
              <Button look="line" onClick={restore} className={styles.restore}>
                Put my text back
              </Button>
            </>
          ) : (
            <>
              {field ? <p className="italic">Please check this field: {field}.</p> : null}
              <p>Your text is still in the form: go back one page.</p>
            </>
          )}
        </Alert>
      ) : null}
    </div>
  )
}

/** A field's name in words: `type of business` for `typeOfBusiness`. */
function fieldName(field: string | null): string {
  return /^[a-z]{1,20}$/i.test(field ?? '')
    ? field!.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : ''
}
