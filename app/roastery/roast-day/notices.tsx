import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { heldKeys, type QueuedStep } from './queue/queue.ts'
import { queue } from './queue/sender.ts'
import type { Step } from './queue/steps.ts'
import styles from './roast-day.module.css'
import type { useRoastDay } from './use-roast-day.ts'
import { reportNotStored } from './use-day-actions.ts'

type Props = Omit<ReturnType<typeof useRoastDay>, 'answer' | 'day'> & {
  /** The numbers of packaged bags on the loaded day, for a step that is tried again. */
  again: (step: Step) => Step
}

/** Notices about steps that are not sent yet, the connection to the shop, and steps that the shop has refused. */
export function Notices({ steps, ofOthers, isUnreachable, isKept, loadedAt, again }: Props) {
  const waiting = steps.filter(({ state }) => state === 'waiting')
  const refused = steps.filter(({ state }) => state === 'refused')
  const held = heldKeys(steps)
  const text = connectionText(isUnreachable, waiting.length - held.size, loadedAt)
  return (
    <div className="stack-1">
      <p
        role="status"
        className={`box strong ${styles.connection}`}
        data-offline={isUnreachable || undefined}
        data-empty={!text || undefined}
      >
        {text}
      </p>
      {isKept ? null : (
        <p className={`stack-1 pad-2 mat ${styles.warning}`}>
          This browser does not allow this page to store anything. Keep the page open until all steps are
          sent.
        </p>
      )}
      {ofOthers > 0 ? (
        <p className={`stack-1 pad-2 mat ${styles.warning}`}>
          {counted(ofOthers, 'step')} of another user {ofOthers === 1 ? 'waits' : 'wait'} on this device, and{' '}
          {ofOthers === 1 ? 'is' : 'are'} sent after the next sign-in of this user here.
        </p>
      ) : null}
      {refused.map((step) => (
        <Refused key={step.key} step={step} again={again} />
      ))}
      {held.size > 0 ? (
        <div className={`stack-1 pad-2 mat ${styles.warning}`}>
          <p>
            {held.size === 1 ? 'This step waits, because it needs' : 'These steps wait, because they need'}{' '}
            the step above:
          </p>
          <ul>
            {waiting
              .filter(({ key }) => held.has(key))
              .map(({ key, text: what }) => (
                <li key={key}>{what}</li>
              ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}

function connectionText(isUnreachable: boolean, count: number, loadedAt: string | undefined): string {
  const steps = `${counted(count, 'step')} ${count === 1 ? 'waits' : 'wait'}`
  if (!isUnreachable) return count > 0 ? `Sending: ${steps}.` : ''
  const shown = loadedAt ? ` You see the day as of ${formatDate(loadedAt, 'time')}.` : ''
  return count > 0
    ? `No connection to the shop. ${steps} on this device and will be sent automatically.${shown}`
    : `No connection to the shop. You can continue: your steps are stored and sent later.${shown}`
}

function Refused({ step, again }: { step: QueuedStep; again: Props['again'] }) {
  const { key, text, problem } = step
  const discard = () => void queue.discard(key).catch(reportNotStored)
  const tryAgain = () => void queue.tryAgain(key, again(step.step)).catch(reportNotStored)
  return (
    <div role="alert" className={`stack-1 pad-2 mat ${styles.warning}`}>
      <p>
        <strong>Not done: {text}.</strong> {problem}
      </p>
      <div className={`row-2 align-middle ${styles.actions}`}>
        <Button aria-label={`Discard: ${text}`} onClick={discard}>
          Discard
        </Button>
        <Button look="line" aria-label={`Try again: ${text}`} onClick={tryAgain}>
          Try again
        </Button>
      </div>
    </div>
  )
}
