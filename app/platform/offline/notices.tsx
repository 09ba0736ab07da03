import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { heldKeys, type QueuedStep } from './queue.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './offline.module.css'
import type { StepQueue } from './sender.ts'

type Props<Step> = {
  queue: StepQueue<Step>
  /** What the page shows: `day` or `run`. */
  what: string
  steps: readonly QueuedStep<Step>[]
  ofOthers: number
  isUnreachable: boolean
  isKept: boolean
  loadedAt: string | undefined
  /** The step that is sent if a refused one is tried again: the shown state may have changed. */
  again: (step: Step) => Step
}

/** The browser's storage is full or broken. Nothing was done, so the person must know. */
export function reportNotStored(error: unknown): void {
  reportError(error)
  toast.error('This step could not be stored on this device, so it is not done. Please try again')
}

/** Notices about steps that are not sent yet, the connection to the shop, and steps that the shop has refused. */
export function Notices<Step>(props: Props<Step>) {
  const { steps, ofOthers, isUnreachable, isKept, loadedAt, what } = props
  const waiting = steps.filter(({ state }) => state === 'waiting')
  const refused = steps.filter(({ state }) => state === 'refused')
  const held = heldKeys(steps)
  const text = connectionText(isUnreachable, waiting.length - held.size, loadedAt, what)
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
        <Refused key={step.key} step={step} {...props} />
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
              .map(({ key, text: step }) => (
                <li key={key}>{step}</li>
              ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}

function connectionText(
  isUnreachable: boolean,
  count: number,
  loadedAt: string | undefined,
  what: string,
): string {
  const steps = `${counted(count, 'step')} ${count === 1 ? 'waits' : 'wait'}`
  if (!isUnreachable) return count > 0 ? `Sending: ${steps}.` : ''
  const shown = loadedAt ? ` You see the ${what} as of ${formatDate(loadedAt, 'time')}.` : ''
  return count > 0
    ? `No connection to the shop. ${steps} on this device and will be sent automatically.${shown}`
    : `No connection to the shop. You can continue: your steps are stored and sent later.${shown}`
}

type RefusedProps<Step> = Pick<Props<Step>, 'queue' | 'again'> & { step: QueuedStep<Step> }

function Refused<Step>({ queue, step, again }: RefusedProps<Step>) {
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
