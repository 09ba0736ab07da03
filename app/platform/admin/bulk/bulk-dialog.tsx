/** The steps of a bulk change: its fields, the preview, the answer per row, another try, and *Undo*. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { BulkPreview } from '#shared/platform/api/bulk.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { call } from '../../api/call.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Loading, SkeletonLines } from '../../ui/skeleton.tsx'
import type { BulkActions, ServerAction } from './actions.ts'
import { PreviewStep } from './bulk-preview.tsx'
import { BulkResult, restOf } from './bulk-result.tsx'
import { usePress, type Press, type Result, type Undone } from './use-press.ts'
import type { BulkChoice } from './use-choice.ts'
import styles from './bulk.module.css'

type Props<Filter> = {
  of: BulkActions<Filter>
  action: ServerAction
  choice: BulkChoice<Filter>
  onClose: () => void
}

export function BulkDialog<Filter>({ of, action, choice, onClose }: Props<Filter>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const { progress, send, undo } = usePress(of)
  const [done, setDone] = useState<{ press: Press; preview: BulkPreview; result: Result } | null>(null)
  const [asked, ask] = useState<object | null>(action.fields ? null : action.read(new FormData()))
  const apply = async (preview: BulkPreview, press: Press) => {
    // The rows that were shown stay chosen, also if they no longer match the filters.
    choice.choose(preview.rows.map(({ _id }) => _id))
    setDone({ press, preview, result: await send(press) })
  }
  return (
    <Frame
      dialog={dialog}
      heading={action.label}
      step={progress ? 'busy' : done ? 'result' : asked ? 'preview' : 'fields'}
      onClose={onClose}
    >
      {progress ? <p role="status">{progress}</p> : null}
      {done ? (
        <ResultStep
          {...done}
          of={of}
          isHidden={progress !== null}
          close={close}
          send={async (press) => setDone({ ...done, result: await send(press, done.result.answers) })}
          undo={async (undone) => setDone({ ...done, result: await undo(undone) })}
        />
      ) : asked ? (
        <Previewed
          of={of}
          action={action}
          asked={asked}
          choice={choice}
          isHidden={progress !== null}
          back={action.fields ? () => ask(null) : null}
          close={close}
          apply={apply}
        />
      ) : (
        <FieldsStep action={action} count={choice.count} close={close} onRead={ask} />
      )}
    </Frame>
  )
}

type FrameProps = {
  dialog: RefObject<HTMLDialogElement | null>
  heading: string
  /** With `busy` the dialog stays open. */
  step: string
  onClose: () => void
  children: ReactNode
}

/** Each step begins at the heading. Closing the dialog returns the focus to the button that opened it. */
export function Frame({ dialog, heading, step, onClose, children }: FrameProps) {
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [dialog])
  return (
    <dialog
      ref={dialog}
      className={`box mat ${styles.dialog}`}
      aria-labelledby={id}
      onCancel={(event) => {
        if (step === 'busy') event.preventDefault()
      }}
      onClose={onClose}
    >
      <div className="stack-3">
        <h2 key={step} ref={focusOn} id={id} tabIndex={-1}>
          {heading}
        </h2>
        {children}
      </div>
    </dialog>
  )
}

const focusOn = (heading: HTMLElement | null) => heading?.focus()

type FieldsProps = {
  action: ServerAction
  count: number
  close: () => void
  onRead: (action: object) => void
}

function FieldsStep({ action, count, close, onRead }: FieldsProps) {
  return (
    <form
      className="stack-3"
      onSubmit={(event) => {
        event.preventDefault()
        onRead(action.read(new FormData(event.currentTarget)))
      }}
    >
      <p>{formatNumber(count)} chosen. The next step shows what changes, and changes nothing yet.</p>
      {action.fields}
      <div className="row-2 align-middle">
        <Button type="submit">Preview</Button>
        <Button look="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type PreviewedProps<Filter> = Omit<Props<Filter>, 'onClose'> & {
  asked: object
  isHidden: boolean
  /** Returns to the fields of the action. */
  back: (() => void) | null
  close: () => void
  apply: (preview: BulkPreview, press: Press) => Promise<void>
}

function Previewed<Filter>({ of, action, asked, choice, ...step }: PreviewedProps<Filter>) {
  const { endpoints } = of
  const [wanted] = useState(choice.wanted)
  const preview = useMutation({
    mutationFn: () => call(endpoints.preview, { body: { choice: wanted, action: asked } }),
  })
  const { mutate } = preview
  useEffect(() => mutate(), [mutate])
  if (step.isHidden) return null
  const leave = (
    <>
      {step.back ? (
        <Button look="line" onClick={step.back}>
          Back
        </Button>
      ) : null}
      <Button look="quiet" onClick={step.close}>
        Cancel
      </Button>
    </>
  )
  if (preview.isError)
    return (
      <>
        <Alert tone="danger">
          <p>{preview.error.message}</p>
        </Alert>
        <div className="row-2 align-middle">
          <Button onClick={() => mutate()}>Try again</Button>
          {leave}
        </div>
      </>
    )
  if (!preview.data)
    return (
      <>
        <Loading what="Preparing the preview" />
        <SkeletonLines count={6} height="2rem" />
      </>
    )
  const shown = preview.data
  return (
    <PreviewStep
      of={shown}
      action={action}
      one={of.one}
      leave={leave}
      apply={(typed, rows) => {
        const { id, since } = shown
        const made = typed ? action.withInputs!(typed) : asked
        void step.apply(shown, { id, since, action: made, rows })
      }}
    />
  )
}

type ResultProps<Filter> = {
  of: BulkActions<Filter>
  press: Press
  preview: BulkPreview
  result: Result
  isHidden: boolean
  close: () => void
  send: (press: Press) => Promise<void>
  undo: (undone: Undone) => Promise<void>
}

function ResultStep<Filter>({
  of,
  press,
  preview,
  result,
  isHidden,
  close,
  send,
  undo,
}: ResultProps<Filter>) {
  const takeBack = useMutation({ mutationFn: undo })
  const { undone } = result
  const canRedo = undone?.isAgain === false
  if (isHidden) return null
  const versions = new Map(press.rows.map((row) => [row._id, row.version]))
  const rest = restOf(result).map(({ _id, name, version }) => {
    return { _id, name, version: version ?? versions.get(_id)! }
  })
  const hasDone = result.answers.some(({ state }) => state === 'done')
  const was = new Map(preview.rows.map(({ _id, changes }) => [_id, changes]))
  return (
    <>
      <BulkResult of={result} one={of.one} was={was} />
      {takeBack.isError ? (
        <Alert tone="danger">
          <p>{takeBack.error.message}</p>
        </Alert>
      ) : null}
      <div className={`row-2 align-middle pad-y-1 mat ${styles.buttons}`}>
        <Button onClick={close}>Close</Button>
        {rest.length > 0 ? (
          <Button
            look="line"
            onClick={() => (undone ? takeBack.mutate(undone) : void send({ ...press, rows: rest }))}
          >
            Try the rest again ({formatNumber(rest.length)})
          </Button>
        ) : null}
        {hasDone ? (
          <Button look="line" onClick={() => takeBack.mutate({ of: result.id, isAgain: canRedo })}>
            {canRedo ? 'Do it again' : 'Undo'}
          </Button>
        ) : null}
      </div>
    </>
  )
}
