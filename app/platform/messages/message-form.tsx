/** The shared parts of the contact and the wholesale form: the form itself, common fields and the honeypot. */
import type { ReactNode } from 'react'
import { MESSAGE_MAX } from '#shared/mail/api/messages.ts'
import { useMailService } from '../api/origin.ts'
import { Button } from '../ui/button.tsx'
import { EmailField, TextareaField } from '../ui/field.tsx'
import type { Problems } from '../ui/use-problems.ts'
import styles from './message-form.module.css'
import { SendResult } from './send-result.tsx'
import { useMessageForm, type Post } from './use-message-form.ts'

type MessageFormProps = {
  /** The path at the mail service. A browser without JavaScript sends the form to this path. */
  path: string
  post: Post
  /** The id of the heading that names the form. */
  labelledBy: string
  /** The text after success, and a second line below it. */
  thanks: string
  more?: string
  send: string
  children: (problems: Problems) => ReactNode
}

/** A form for a message to the shop, with the result of sending it. Works with and without JavaScript. */
export function MessageForm({ path, post, labelledBy, thanks, more, send, children }: MessageFormProps) {
  const base = useMailService()
  const { form, busy, outcome, restore, problems } = useMessageForm(post, base)
  return (
    <>
      <SendResult outcome={outcome} restore={restore} thanks={thanks} more={more} />
      <form
        {...form}
        action={base + path}
        method="post"
        aria-labelledby={labelledBy}
        className={`stack-3 align-top halves-48 ${styles.form}`}
      >
        {children(problems)}
        <Honeypot />
        <Button type="submit" busy={busy} className={styles.send}>
          {send}
        </Button>
      </form>
    </>
  )
}

/** The address to which the shop replies. */
export function ReplyAddressField({ problems }: { problems: Problems }) {
  return <EmailField data-missing="Tell us where to reply." problem={problems.email} />
}

/** @param missing the message if the field is empty */
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

/** A field that visitors do not see. If it is filled in, a bot sent the message. */
export function Honeypot() {
  return (
    <div className={styles.honeypot} aria-hidden="true">
      <label>
        Homepage
        <input name="homepage" type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  )
}
