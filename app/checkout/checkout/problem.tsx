import { useEffect, useRef, type ReactNode } from 'react'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import type { Parts } from './parts.tsx'
import type { OrderProblem } from './refusals.ts'

type ProblemProps = { problem: OrderProblem; isGuest: boolean; parts: Parts }

/** Why the order was not placed, and what the buyer can do. */
export function ProblemAlert({ problem, isGuest, parts }: ProblemProps) {
  const isAnswered = ['quote', 'prices', 'pickup', 'gift-card'].includes(problem.kind)
  return (
    <InView>
      <Alert tone={isAnswered ? 'note' : 'danger'}>
        <p>{problem.message}</p>
        <Help problem={problem} isGuest={isGuest} parts={parts} />
      </Alert>
    </InView>
  )
}

/** What the buyer has to look at before another press. */
export function NoteAlert({ note }: { note: string }) {
  return (
    <InView>
      <Alert>
        <p>{note}</p>
      </Alert>
    </InView>
  )
}

/** Scrolls to a message that appears. The pressed button may be far below it. */
function InView({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return <div ref={box}>{children}</div>
}

function Help({ problem: { kind }, isGuest, parts }: ProblemProps) {
  if (kind === 'guest' || kind === 'recipient') {
    const part = kind === 'guest' ? 'contact' : 'delivery'
    return (
      <Button look="quiet" onClick={() => parts.go(part)}>
        {kind === 'guest' ? 'Change name or email' : 'Change the delivery'}
      </Button>
    )
  }
  const link = linkAfter(kind, isGuest)
  return link ? (
    <ButtonLink look="quiet" to={link.to}>
      {link.text}
    </ButtonLink>
  ) : null
}

function linkAfter(kind: OrderProblem['kind'], isGuest: boolean): { to: string; text: string } | null {
  if (kind === 'stock') return { to: '/cart', text: 'Change it in the cart' }
  if (kind !== 'unpaid') return null
  return isGuest
    ? { to: '/order-links', text: 'Get links to your orders' }
    : { to: '/profile', text: 'See your orders' }
}
