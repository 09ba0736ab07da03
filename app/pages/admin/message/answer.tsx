import { useState } from 'react'
import type { StoredLetter } from '#shared/api/inbox.ts'
import { brand } from '#shared/brand.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import styles from './message.module.css'
import { useSetStatus } from './status.tsx'

/** Opens a mail to the visitor, and then asks whether it has gone: the shop cannot know. */
export function Answer({ letter }: { letter: StoredLetter }) {
  const [isAsking, setAsking] = useState(false)
  const { set, isPending } = useSetStatus(letter)
  const isOpen = letter.status === 'new'
  return (
    <div className={styles.answer}>
      <ButtonLink look={isOpen ? 'solid' : 'line'} to={mailTo(letter)} onClick={() => setAsking(isOpen)}>
        Write to {letter.email} in your mail program
      </ButtonLink>
      {isAsking && isOpen ? (
        <div className={styles.asking} role="status">
          <p>Has your answer gone out?</p>
          <Button look="line" busy={isPending} onClick={() => set('answered')}>
            Mark as answered
          </Button>
          <Button look="quiet" onClick={() => setAsking(false)}>
            Not yet
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** As much as every mail program takes with an address. */
const QUOTED = 1200

function mailTo({ email, message }: StoredLetter): string {
  const quoted = message.length > QUOTED ? `${message.slice(0, QUOTED).toWellFormed()}…` : message
  const lines = quoted.split('\n').map((line) => `> ${line}`)
  const subject = encodeURIComponent(`Your message to ${brand.roasters}`)
  // A mail's lines end so, and some programs show anything else as one line.
  return `mailto:${encodeURIComponent(email)}?subject=${subject}&body=${encodeURIComponent(`\r\n\r\n${lines.join('\r\n')}`)}`
}
