import { Link } from 'react-router'
import type { StoredMessage } from '#shared/mail/api/inbox.ts'
import { splitAtOrderNumbers } from '#shared/checkout/order-number.ts'
import { PROBLEM_NAMES } from '#shared/checkout/problems.ts'
import { piecesText } from '#app/platform/orders/refunds.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Facts, InboxItem, MailState, Text } from '#app/platform/admin/inbox.tsx'
import { AnswerForm, Answers } from './answers.tsx'
import styles from './message.module.css'
import { Note } from './note.tsx'
import { MailProgram, Status, STATES } from './status.tsx'
import { BeginApplication } from '#app/wholesale/admin/begin.tsx'
import { AllowedLink } from '#app/platform/admin/allowed-link.tsx'

/** A visitor's message in the list. Opening it shows the text and the actions. */
export function Message({
  message: it,
  isOpen,
  isSandbox,
}: {
  message: StoredMessage
  isOpen: boolean
  /** Whether no mail server is set up. */
  isSandbox: boolean
}) {
  const isWholesale = it.kind === 'wholesale'
  return (
    <InboxItem
      at={it.createdAt}
      kind={isWholesale ? 'Wholesale' : 'Contact'}
      who={it.name}
      what={[it.problem ? `${PROBLEM_NAMES[it.problem]}.` : '', it.message].filter(Boolean).join(' ')}
      isOpen={isOpen}
      state={<span data-status={it.status}>{STATES[it.status]}</span>}
    >
      <div className={`stack-3 ${styles.message}`}>
        <div className="stack-2 packed">
          <Facts
            of={[
              ['From', it.name],
              ['Email', it.email],
              ['Phone', it.phone],
              ['Type of Business', it.typeOfBusiness],
              ['Quantity', isWholesale ? `${it.qty} lbs/ month` : ''],
              ['Website/ Socials', it.social],
              ['Order', it.order ? <OrderLink key="order" of={it} /> : ''],
              ['Problem', it.problem ? PROBLEM_NAMES[it.problem] : ''],
              ['Items', it.problemItems.map(({ qty, title }) => `${qty} × ${title}`).join(', ')],
              [
                'Forwarded to us',
                it.mail === 'kept' ? <NotSent key="mail" /> : <MailState key="mail" of={it.mail} />,
              ],
            ]}
          />
          {it.problem ? <ProblemActions message={it} /> : null}
          <Text>
            <WithOrderLinks>{it.message}</WithOrderLinks>
          </Text>
          {isWholesale ? <BeginApplication message={it._id} /> : null}
          <Answers message={it} />
          <AnswerForm message={it} isSandbox={isSandbox} />
          <MailProgram message={it} />
        </div>
        <div className="stack-2 packed">
          <Status message={it} />
          <Note message={it} />
        </div>
      </div>
    </InboxItem>
  )
}

function OrderLink({ of: { order, orderNumber } }: { of: StoredMessage }) {
  return <Link to={`/order/${order}`}>No. {orderNumber}</Link>
}

/** Links to the forms for a refund and a replacement on the page of the order, with the items of the problem. */
function ProblemActions({ message: { order, problemItems } }: { message: StoredMessage }) {
  const items = piecesText(problemItems)
  return (
    <p className="cluster">
      <ButtonLink look="line" to={`/order/${order}?refund=${items}`}>
        Refund
      </ButtonLink>
      <ButtonLink look="line" to={`/order/${order}?replace=${items}`}>
        Send a replacement
      </ButtonLink>
    </p>
  )
}

/** A text in which order numbers are links to the list of orders. */
function WithOrderLinks({ children: text }: { children: string }) {
  return splitAtOrderNumbers(text).map((part, index) =>
    index % 2 === 1 ? (
      // Two parts can have the same text, so the key contains the index.
      // oxlint-disable-next-line react/no-array-index-key
      <AllowedLink key={index} to={`/admin/orderlist?q=${part}`}>
        {part}
      </AllowedLink>
    ) : (
      part
    ),
  )
}

/** A note that the message was not forwarded to the shop's mailbox, because no mail server was set up. */
function NotSent() {
  return (
    <>
      Not sent: there was no mail server. You can read it under{' '}
      <AllowedLink to="/admin/mail?kind=message">Mail</AllowedLink>.
    </>
  )
}
