/** What the contact and the wholesale form share: their frame, the fields both have, the field for machines. */
import type { ReactNode } from 'react'
import { MESSAGE_MAX } from '#shared/api/messages.ts'
import { useMailService } from '../api/origin.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextareaField } from '../ui/field.tsx'
import type { Problems } from '../ui/use-problems.ts'
import { Answer } from './answer.tsx'
import styles from './letter.module.css'
import { useLetter, type Post } from './use-letter.ts'

type LetterProps = {
  /** Where a browser without JavaScript sends it, at the mail service. */
  path: string
  post: Post
  /** The id of the heading that names the form. */
  labelledBy: string
  /** The line for success, and one below it. */
  thanks: string
  more?: string
  send: string
  children: (problems: Problems) => ReactNode
}

/** A form that is written to the house, and the word on how it went. Sent with JavaScript or without. */
export function Letter({ path, post, labelledBy, thanks, more, send, children }: LetterProps) {
  const base = useMailService()
  const { form, busy, outcome, putBack, problems } = useLetter(post, base)
  return (
    <>
      <Answer outcome={outcome} putBack={putBack} thanks={thanks} more={more} />
      <form {...form} action={base + path} method="post" aria-labelledby={labelledBy} className={styles.form}>
        {children(problems)}
        <Trap />
        <Button type="submit" busy={busy} className={styles.send}>
          {send}
        </Button>
      </form>
    </>
  )
}

export function EmailField({ problems }: { problems: Problems }) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      autoComplete="email"
      maxLength={254}
      required
      data-missing="Tell us where to answer."
      problem={problems.email}
    />
  )
}

/** `missing` is what to say when nothing was written. */
export function MessageField({ problems, missing }: { problems: Problems; missing: string }) {
  return (
    <TextareaField
      label="Message"
      name="message"
      rows={6}
      maxLength={MESSAGE_MAX}
      required
      data-missing={missing}
      problem={problems.message}
    />
  )
}

/** A field that people neither see nor reach nor hear; whoever fills it in is a machine. */
function Trap() {
  return (
    <div className={styles.trap} aria-hidden="true">
      <label>
        Homepage
        <input name="homepage" type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  )
}
