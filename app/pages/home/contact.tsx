import beans from '#imagery/photos/home_beans.jpg?picture'
import { ButtonLink } from '../../ui/button.tsx'
import { Framed } from '../../ui/framed.tsx'
import { Picture } from '../../ui/picture.tsx'
import { ContactForm } from './contact-form.tsx'
import styles from './contact.module.css'

/** The contact form and a panel that links to the wholesale page. */
export function Contact() {
  return (
    <section id="contact" className={styles.contact} aria-labelledby="contact-title">
      <ContactForm />
      <aside className={styles.wholesale} aria-labelledby="wholesale-panel">
        <Framed className={styles.frame}>
          <Picture of={beans} sizes="(min-width: 62rem) 32vw, 88vw" className={styles.beans} />
          <div className={styles.panel}>
            <h2 id="wholesale-panel" className={styles.panelTitle}>
              Wholesale
            </h2>
            <p className={styles.panelText}>
              Pour Frame in your cafe, restaurant or office. Tell us how many pounds a month.
            </p>
            <ButtonLink to="/wholesale" look="line">
              Click Here<span className="visually-hidden"> to ask about wholesale</span>
            </ButtonLink>
          </div>
        </Framed>
      </aside>
    </section>
  )
}
