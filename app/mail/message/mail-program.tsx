import { useRef, useState } from 'react'
import type { StoredMessage } from '#shared/mail/api/inbox.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { useSetStatus } from './status.tsx'

/**
 * Opens an email to the visitor in the admin's mail program. Then asks whether it was sent, because the shop cannot know.
 */
export function MailProgram({ message }: { message: StoredMessage }) {
  const [isAsking, setAsking] = useState(false)
  const { roasters } = useBusiness()
  const { set, isPending } = useSetStatus(message)
  const isOpen = message.status === 'new'
  const link = useRef<HTMLAnchorElement>(null)
  const onAnswer = (isSent: boolean) => {
    // The question and its buttons disappear, so the focus moves to the link.
    link.current?.focus()
    if (isSent) set('answered')
    else setAsking(false)
  }
  return (
    <div className="cluster">
      <ButtonLink
        ref={link}
        look="quiet"
        aria-label={`${LABEL}, to ${message.email}`}
        to={mailTo(message, roasters)}
        onClick={() => setAsking(isOpen)}
      >
        {LABEL}
      </ButtonLink>
      {isAsking && isOpen ? (
        <div className="cluster" role="status">
          <p>Have you sent your answer?</p>
          <Button look="line" busy={isPending} onClick={() => onAnswer(true)}>
            Mark as answered
          </Button>
          <Button look="quiet" onClick={() => onAnswer(false)}>
            Not yet
          </Button>
        </div>
      ) : null}
    </div>
  )
}

const LABEL = 'Or write in your mail program'

/** The maximum number of quoted characters. Longer mailto links fail in some mail programs. */
const QUOTED = 1200

function mailTo({ email, message }: StoredMessage, shop: string): string {
  const quoted = message.length > QUOTED ? `${message.slice(0, QUOTED).toWellFormed()}…` : message
  const lines = quoted.split('\n').map((line) => `> ${line}`)
  const subject = encodeURIComponent(`Your message to ${shop}`)
  // RFC 6068: line breaks are CRLF. Some programs show other line breaks as one line.
  return `mailto:${email}?subject=${subject}&body=${encodeURIComponent(`\r\n\r\n${lines.join('\r\n')}`)}`
}
