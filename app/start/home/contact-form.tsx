import { messages } from '#shared/mail/api/messages.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { MessageField, MessageForm, ReplyAddressField } from '#app/platform/messages/message-form.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { textsOf } from '#app/platform/ui/form-text.ts'
import styles from './contact.module.css'

const THANKS = 'Message sent successfully! We will get back to you as soon as possible'

/** The contact form: name, email and message. It is sent to the mail service, with or without JavaScript. */
export function ContactForm() {
  const brand = useBusiness()
  return (
    <div className={`stack-3 packed ${styles.message}`}>
      <h2 id="contact-title" className={styles.title}>
        Contact us
      </h2>
      <p className={styles.lead}>A question, a lost scarf, a show for our walls: write to us.</p>
      <MessageForm
        path={messages.contact.path}
        post={post}
        labelledBy="contact-title"
        thanks={THANKS}
        send="Send message"
      >
        {(problems) => (
          <>
            <Field
              label="Name"
              name="name"
              autoComplete="name"
              maxLength={100}
              required
              data-missing="Tell us your name."
              problem={problems.name}
            />
            <ReplyAddressField problems={problems} />
            <MessageField problems={problems} missing="Write us a line or two." />
          </>
        )}
      </MessageForm>
      <p className={`pad-top-2 rule-soft ${styles.other}`}>
        Or by email: <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>
      </p>
    </div>
  )
}

function post(typed: FormData, base: string) {
  const mailerState = textsOf(typed, 'name', 'email', 'message')
  return call(messages.contact, { body: { mailerState, ...textsOf(typed, 'homepage') } }, { base })
}
