import type { ShownPicture } from '#shared/platform/site-pages/slots.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { cropOf } from '#app/platform/ui/captioned-picture.tsx'
import { Framed } from '#app/platform/ui/framed.tsx'
import { Picture } from '#app/platform/ui/picture.tsx'
import home from './home.module.css'
import styles from './contact.module.css'
import { messages } from '#shared/mail/api/messages.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { MessageField, MessageForm, ReplyAddressField } from '#app/platform/messages/message-form.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { textsOf } from '#app/platform/ui/form-text.ts'

/** The contact form and a panel that links to the wholesale page. */
export function Contact({
  picture,
  title,
  text,
}: {
  picture: ShownPicture | null
  title: string
  text: string
}) {
  return (
    <section id="contact" className={styles.contact} aria-labelledby="contact-title">
      <ContactForm />
      <aside className={styles.wholesale} aria-labelledby="wholesale-panel">
        <Framed className={styles.frame} style={cropOf(picture)}>
          {picture ? (
            <Picture
              of={picture}
              sizes="(min-width: 62rem) 32vw, 88vw"
              className={picture.ratio ? `${styles.beans} ${styles.cropped}` : styles.beans}
            />
          ) : null}
          <div className={`stack-2 items-left pad-top-3 ${styles.panel}`}>
            <h2 id="wholesale-panel" className="size-h2">
              {title}
            </h2>
            <p className={`italic lead ${styles.panelText}`}>{text}</p>
            <ButtonLink to="/wholesale" look="line">
              Click Here<span className="visually-hidden"> to ask about wholesale</span>
            </ButtonLink>
          </div>
        </Framed>
      </aside>
    </section>
  )
}

const THANKS = 'Message sent successfully! We will get back to you as soon as possible'

/** The contact form: name, email and message. It is sent to the mail service, with or without JavaScript. */
function ContactForm() {
  const brand = useBusiness()
  return (
    <div className={`stack-3 packed ${styles.message}`}>
      <h2 id="contact-title" className={home.title}>
        Contact us
      </h2>
      <p className={`lead italic ${styles.lead}`}>
        A question, a lost scarf, a show for our walls: write to us.
      </p>
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
