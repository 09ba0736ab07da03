import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Product } from '#shared/api/products.ts'
import { formatDate } from '#shared/dates.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { SaveBar } from '../save-bar.tsx'
import { readDraft, type Draft } from './draft.ts'
import { LabelFields, ShopFields } from './fields.tsx'
import styles from './form.module.css'
import { ChangedMeanwhile, DeletedMeanwhile } from './obstacle.tsx'
import { PictureFields } from './picture-fields.tsx'
import { Preview } from './preview.tsx'
import { useProductForm, type ProductForm as Form } from './use-product-form.ts'
import { useSubmit } from './use-submit.ts'
import {
  FIELDS,
  HIDDEN,
  isSample,
  LABELS,
  samplesIn,
  showsSamples,
  valuesOf,
  withoutSamples,
  type Values,
} from './values.ts'

/** The form of a product, beside what the shop will show of it. */
export function ProductForm({ latest, list }: { latest: Product; list: string }) {
  const formRef = useRef<HTMLFormElement>(null)
  const form = useProductForm(latest)
  const [offered, setOffered] = useState(() => newsOf(latest))
  const [sending, setSending] = useState(0)
  const { isBusy, isHeld, obstacle, submit, submitWith, goOnFrom, createAnew } = useSubmit({
    form,
    id: latest._id,
    list,
    isSending: sending > 0,
    formRef,
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <>
      {offered ? <Offer {...{ offered, form, done: () => setOffered(null) }} /> : null}
      {obstacle?.is === 'changed' ? (
        <ChangedMeanwhile
          form={form}
          fresh={obstacle.fresh}
          onChosen={(edits, andSave) => goOnFrom(obstacle.fresh, edits, andSave)}
        />
      ) : null}
      {obstacle?.is === 'deleted' ? <DeletedMeanwhile busy={isBusy} onAnew={createAnew} /> : null}
      <div className={styles.beside}>
        <form ref={formRef} className={styles.form} onSubmit={onSubmit} noValidate>
          <ShopFields form={form} />
          <PictureFields
            form={form}
            onSending={(isSending) => setSending((count) => count + (isSending ? 1 : -1))}
          />
          <LabelFields form={form} />
          {isHeld ? <Held values={form.values} submitWith={submitWith} /> : <Samples values={form.values} />}
          <Bar form={form} busy={isBusy} />
        </form>
        <Preview form={form} />
      </div>
    </>
  )
}

/** What was typed here before, unless the shop says just that by now. */
function newsOf(latest: Product): Draft | null {
  const draft = readDraft(latest._id)
  const start = valuesOf(latest)
  const isNews =
    draft !== null && FIELDS.some((field) => (draft.edits[field] ?? start[field]) !== start[field])
  return isNews ? draft : null
}

function Bar({ form, busy }: { form: Form; busy: boolean }) {
  return (
    <SaveBar state={form.isDirty ? 'Unsaved changes' : ''}>
      <Button type="submit" busy={busy}>
        Update
      </Button>
      {form.isDirty ? (
        <Button
          look="quiet"
          aria-label="Discard changes"
          onClick={({ currentTarget }) => {
            // The button goes away with what it discards.
            currentTarget.form?.querySelector('input')?.focus()
            form.clear()
          }}
        >
          Discard
        </Button>
      ) : null}
    </SaveBar>
  )
}

/** What a new draft is filled with would stand in the shop, word for word. */
function Samples({ values }: { values: Values }) {
  if (!showsSamples(values)) return null
  return (
    <Alert tone="warning">
      <p>Still a sample, and visitors would read it: {samplesNamed(values)}.</p>
    </Alert>
  )
}

/** After an Update that would have shown samples to visitors: nothing is saved until one of these is chosen. */
function Held({ values, submitWith }: { values: Values; submitWith: (changes: Partial<Values>) => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: newer browsers answer a promise, which React would take for the way to undo it.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} className={styles.held}>
      <Alert tone="danger">
        <p>Not on sale yet. Still a sample: {samplesNamed(values)}.</p>
        <div className={styles.offer}>
          {isSample(values.name) ? null : (
            <Button onClick={() => submitWith(withoutSamples(values))}>
              Leave these empty and put it on sale
            </Button>
          )}
          <Button look="line" onClick={() => submitWith({ isDraft: HIDDEN })}>
            Save it hidden
          </Button>
        </div>
      </Alert>
    </div>
  )
}

function samplesNamed(values: Values): string {
  return samplesIn(values)
    .map((field) => LABELS[field])
    .join(', ')
}

/** After a reload, or a session that ended while something was typed. */
function Offer({ offered, form, done }: { offered: Draft; form: Form; done: () => void }) {
  return (
    <Alert>
      <p>You typed something here on {formatDate(offered.at, 'shortDayAndTime')} that was not saved.</p>
      <div className={styles.offer}>
        <Button
          onClick={() => {
            form.restore(offered)
            done()
          }}
        >
          Bring it back
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            if (!form.isDirty) form.clear()
            done()
          }}
        >
          Forget it
        </Button>
      </div>
    </Alert>
  )
}
