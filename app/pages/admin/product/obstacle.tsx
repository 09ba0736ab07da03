import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Product } from '#shared/api/products.ts'
import { formatDollars } from '#shared/pricing.ts'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { differences, merged, type Difference } from './merge.ts'
import styles from './obstacle.module.css'
import type { ProductForm } from './use-product-form.ts'
import { LABELS, valuesOf, type Field, type Values } from './values.ts'

type Changed = {
  form: ProductForm
  fresh: Product
  /** Asked to save, or only to go on, with these changes on top of the fresh product. */
  onChosen: (edits: Partial<Values>, andSave: boolean) => void
}

/** The product changed after the form was opened: what is whose, and whose is to stay. */
export function ChangedMeanwhile({ form, fresh, onChosen }: Changed) {
  const start = valuesOf(form.base)
  const found = differences(start, form.values, valuesOf(fresh))
  const clashing = found.filter(({ yours }) => yours !== null)
  const [chosen, setChosen] = useState<ReadonlySet<Field>>(new Set(clashing.map(({ field }) => field)))
  const choose = (field: Field, isMine: boolean) => {
    const next = new Set(chosen)
    if (isMine) next.add(field)
    else next.delete(field)
    setChosen(next)
  }
  const pictureOf = (path: string) =>
    path === fresh.image
      ? fresh.pictures.image
      : path === fresh.secondImage
        ? fresh.pictures.secondImage
        : form.pictureOf(path)
  const edits = () => merged(start, form.values, found, chosen)
  return (
    <Panel title="This product has changed since you opened it">
      <p>
        It was sold or saved meanwhile. Nothing you typed is lost
        {clashing.length > 0 ? ': choose what is to stay where both of you changed something.' : '.'}
      </p>
      <ul className={styles.differences}>
        {found.map((difference) => (
          <li key={difference.field}>
            <Choice {...{ difference, chosen, choose, pictureOf }} />
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={() => onChosen(edits(), true)}>Save with these</Button>
        <Button look="line" onClick={() => onChosen(edits(), false)}>
          Go on editing
        </Button>
      </div>
    </Panel>
  )
}

type Choosing = {
  difference: Difference
  chosen: ReadonlySet<Field>
  choose: (field: Field, isMine: boolean) => void
  pictureOf: ProductForm['pictureOf']
}

function Choice({ difference, chosen, choose, pictureOf }: Choosing) {
  const { field, before, theirs, yours } = difference
  const show = (value: string) => <Value field={field} value={value} pictureOf={pictureOf} />
  if (yours === null) {
    return (
      <p className={styles.taken}>
        <strong>{LABELS[field]}</strong>: <del>{show(before)}</del> → <ins>{show(theirs)}</ins>
      </p>
    )
  }
  return (
    <fieldset className={styles.choice}>
      <legend>
        {LABELS[field]}, before: {show(before)}
      </legend>
      <label>
        <input type="radio" name={field} checked={chosen.has(field)} onChange={() => choose(field, true)} />
        <span>
          <strong>Yours</strong> {show(yours)}
          {field === 'countInStock' ? <em> your change, less what was sold meanwhile</em> : null}
        </span>
      </label>
      <label>
        <input type="radio" name={field} checked={!chosen.has(field)} onChange={() => choose(field, false)} />
        <span>
          <strong>Theirs</strong> {show(theirs)}
        </span>
      </label>
    </fieldset>
  )
}

function Value({
  field,
  value,
  pictureOf,
}: {
  field: Field
  value: string
  pictureOf: ProductForm['pictureOf']
}) {
  if (value === '') return 'nothing'
  const picture = field === 'image' || field === 'secondImage' ? pictureOf(value) : null
  if (picture) return <Picture of={picture} sizes="4rem" className={styles.picture} />
  return field === 'price' && Number(value) >= 0 ? formatDollars(Number(value)) : value
}

/** The product was deleted while its form was open. */
export function DeletedMeanwhile({ busy, onAnew }: { busy: boolean; onAnew: () => void }) {
  return (
    <Panel title="This product was deleted meanwhile">
      <p>What you typed is still here. You can make a new product of it; its old orders keep the old one.</p>
      <div className={styles.actions}>
        <Button busy={busy} onClick={onAnew}>
          Create it anew
        </Button>
      </div>
    </Panel>
  )
}

/** Takes the focus, since it asks before anything else can go on. */
function Panel({ title, children }: { title: string; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.focus()
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} aria-labelledby="obstacle">
      <h2 id="obstacle">{title}</h2>
      {children}
    </section>
  )
}
