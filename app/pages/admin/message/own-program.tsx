import { useRef, useState } from 'react'
import type { StoredMessage } from '#shared/api/inbox.ts'
import { brand } from '#shared/brand.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import styles from './message.module.css'
import { useSetStatus } from './status.tsx'

/** Opens a mail to the visitor, and then asks whether it has gone: the shop cannot know. */
export function OwnProgram({ letter }: { letter: StoredMessage }) {
  const [isAsking, setAsking] = useState(false)
  const { set, isPending } = useSetStatus(letter)
  const isOpen = letter.status === 'new'
  const link = useRef<HTMLAnchorElement>(null)
  const answered = (isSent: boolean) => {
    // The question goes away with its buttons.
    link.current?.focus()
    if (isSent) set('answered')
    else setAsking(false)
  }
  return (
    <div className={styles.own}>
      <ButtonLink
        ref={link}
        look="quiet"
        aria-label={`${OWN_PROGRAM}, to ${letter.email}`}
        to={mailTo(letter)}
        onClick={() => setAsking(isOpen)}
      >
        {OWN_PROGRAM}
      </ButtonLink>
      {isAsking && isOpen ? (
        <div className={styles.asking} role="status">
          <p>Has your answer gone out?</p>
          <Button look="line" busy={isPending} onClick={() => answered(true)}>
            Mark as answered
          </Button>
          <Button look="quiet" onClick={() => answered(false)}>
            Not yet
          </Button>
        </div>
      ) : null}
    </div>
  )
}

const OWN_PROGRAM = 'Or write in your mail program'

/** As much as every mail program takes with an address. */
const QUOTED = 1200

function mailTo({ email, message }: StoredMessage): string {
  const quoted = message.length > QUOTED ? `${message.slice(0, QUOTED).toWellFormed()}…` : message
  const lines = quoted.split('\n').map((line) => `> ${line}`)
  const subject = encodeURIComponent(`Your message to ${brand.roasters}`)
  // A mail's lines end so, and some programs show anything else as one line.
  return `mailto:${email}?subject=${subject}&body=${encodeURIComponent(`\r\n\r\n${lines.join('\r\n')}`)}`
}
