import { MESSAGE_MAX, messages } from '#shared/api/messages.ts'
import { brand } from '#shared/brand.ts'
import { call } from '../../api/call.ts'
import { Answer, Trap } from '../../messages/letter.tsx'
import { textOf } from '../../messages/text-of.ts'
import { useLetter } from '../../messages/use-letter.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextareaField } from '../../ui/field.tsx'
import styles from './contact.module.css'

const THANKS = 'Message sent successfully! We will get back to you as soon as possible'

/** CONTACT US: name, address, a message. Sent to the mail service, with JavaScript or without. */
export function ContactForm() {
  const { form, busy, outcome, putBack, problems } = useLetter(post)
  return (
    <div className={styles.letter}>
      <h2 id="contact-title" className={styles.title}>
        Contact us
      </h2>
      <p className={styles.lead}>A question, a lost scarf, a show for our walls: write to us.</p>
      <Answer outcome={outcome} putBack={putBack} thanks={THANKS} />
      <form
        {...form}
        action={messages.contact.path}
        method="post"
        aria-labelledby="contact-title"
        className={styles.form}
      >
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={100}
          required
          data-missing="Tell us your name."
          problem={problems.name}
        />
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
        <TextareaField
          label="Message"
          name="message"
          rows={6}
          maxLength={MESSAGE_MAX}
          required
          data-missing="Write us a line or two."
          problem={problems.message}
        />
        <Trap />
        <Button type="submit" busy={busy} className={styles.send}>
          Send message
        </Button>
      </form>
      <p className={styles.other}>
        Or by mail: <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>
      </p>
    </div>
  )
}

function post(typed: FormData) {
  const mailerState = {
    name: textOf(typed, 'name'),
    email: textOf(typed, 'email'),
    message: textOf(typed, 'message'),
    homepage: textOf(typed, 'homepage'),
  }
  return call(messages.contact, { body: { mailerState } })
}
