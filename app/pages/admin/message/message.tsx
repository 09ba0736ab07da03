import { Link } from 'react-router'
import type { StoredMessage } from '#shared/api/inbox.ts'
import { Facts, Letter, MailState, Text } from '../inbox.tsx'
import { AnswerForm, Answers } from './answers.tsx'
import styles from './message.module.css'
import { Note } from './note.tsx'
import { OwnProgram } from './own-program.tsx'
import { Status, STATES } from './status.tsx'

/** What one visitor wrote: a line that opens, with all that can be done about it. */
export function Message({
  message: it,
  isOpen,
  isSandbox,
}: {
  message: StoredMessage
  isOpen: boolean
  /** No mail leaves the house. */
  isSandbox: boolean
}) {
  const isWholesale = it.kind === 'wholesale'
  return (
    <Letter
      at={it.createdAt}
      kind={isWholesale ? 'Wholesale' : 'Contact'}
      who={it.name}
      what={it.message}
      isOpen={isOpen}
      state={<span data-status={it.status}>{STATES[it.status]}</span>}
    >
      <div className={styles.message}>
        <div className={styles.words}>
          <Facts
            of={[
              ['From', it.name],
              ['Email', it.email],
              ['Phone', it.phone],
              ['Type of Business', it.typeOfBusiness],
              ['Quantity', isWholesale ? `${it.qty} lbs/ month` : ''],
              ['Website/ Socials', it.social],
              [
                'Sent on to us',
                it.mail === 'kept' ? <Kept key="mail" /> : <MailState key="mail" of={it.mail} />,
              ],
            ]}
          />
          <Text>{it.message}</Text>
          <Answers letter={it} />
          <AnswerForm letter={it} isSandbox={isSandbox} />
          <OwnProgram letter={it} />
        </div>
        <div className={styles.doing}>
          <Status letter={it} />
          <Note letter={it} />
        </div>
      </div>
    </Letter>
  )
}

/** The mail about the message went no further than this shop. */
function Kept() {
  return (
    <>
      Not sent: there was no mail server. It is kept under <Link to="/admin/mail?kind=message">Mail</Link>.
    </>
  )
}
