import type { ShownPicture } from '#shared/platform/site-pages/slots.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { cropOf } from '#app/platform/ui/captioned-picture.tsx'
import { Framed } from '#app/platform/ui/framed.tsx'
import { Picture } from '#app/platform/ui/picture.tsx'
import { ContactForm } from './contact-form.tsx'
import styles from './contact.module.css'

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
            <p className={styles.panelText}>{text}</p>
            <ButtonLink to="/wholesale" look="line">
              Click Here<span className="visually-hidden"> to ask about wholesale</span>
            </ButtonLink>
          </div>
        </Framed>
      </aside>
    </section>
  )
}
