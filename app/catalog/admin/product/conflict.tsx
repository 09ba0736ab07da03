import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Product } from '#shared/catalog/api/products.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Picture } from '#app/platform/ui/picture.tsx'
import styles from './form.module.css'
import {
  fieldNamed,
  labelOfField,
  listDifference,
  mergeProducts,
  productDifferences,
  type FlatDifference,
} from './merge-sizes.ts'
import { savedPicture, type ProductForm } from './use-product-form.ts'
import { valuesOf } from './values.ts'

/**
 * Shown if the product was changed after the form was opened. Shows the differences, and a choice for each conflict.
 */
export function ChangedByOthers({ form, fresh }: { form: ProductForm; fresh: Product }) {
  const three = { base: form.base.values, mine: form.values, theirs: valuesOf(fresh) }
  const changed = productDifferences(three)
  const sizes = listDifference(three)
  const conflicts = changed.filter(({ mine }) => mine !== undefined)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(conflicts.map(({ name }) => name)))
  const onChosen = (andSave: boolean) =>
    form.continueFrom(
      fresh,
      mergeProducts(three, (field) => chosen.has(field)),
      andSave,
    )
  const choose = (field: string, isMine: boolean) => {
    const next = new Set(chosen)
    if (isMine) next.add(field)
    else next.delete(field)
    setChosen(next)
  }
  const factsOf = (path: string) => savedPicture(fresh, path) ?? form.factsOf(path)
  return (
    <Panel title="This product has changed since you opened it">
      <p>
        It was sold, or another admin saved it. Nothing you typed is lost
        {conflicts.length > 0 ? ': choose what to keep where both of you changed something.' : '.'}
      </p>
      <ul className="stack-1">
        {changed.map((difference) => (
          <li key={difference.name}>
            <Choice
              label={labelOfField(difference.name, three.theirs)}
              {...{ difference, chosen, choose, factsOf }}
            />
          </li>
        ))}
        {sizes ? (
          <li>
            <p className="break-words pre-line">
              <strong>Sizes</strong>: <del>{sizes.before}</del> → <ins>{sizes.theirs}</ins>
            </p>
          </li>
        ) : null}
      </ul>
      <div className="row-2">
        <Button onClick={() => onChosen(true)}>Save with these</Button>
        <Button look="line" onClick={() => onChosen(false)}>
          Keep editing
        </Button>
      </div>
    </Panel>
  )
}

type Choosing = {
  label: string
  difference: FlatDifference
  chosen: ReadonlySet<string>
  choose: (field: string, isMine: boolean) => void
  factsOf: ProductForm['factsOf']
}

function Choice({ label, difference, chosen, choose, factsOf }: Choosing) {
  const { name: field, before, theirs, mine } = difference
  const show = (value: string | string[]) => <Value field={field} value={value} factsOf={factsOf} />
  if (mine === undefined) {
    return (
      <p className="break-words pre-line">
        <strong>{label}</strong>: <del>{show(before)}</del> → <ins>{show(theirs)}</ins>
      </p>
    )
  }
  return (
    <fieldset className={`break-words pre-line pad-y-1 rule-soft ${styles.choice}`}>
      <legend className="soft full-width">
        {label}, before: {show(before)}
      </legend>
      <label className="flex align-middle target">
        <input type="radio" name={field} checked={chosen.has(field)} onChange={() => choose(field, true)} />
        <span>
          <strong>Yours</strong> {show(mine)}
          {fieldNamed(field).isStock ? <em> your change, minus what was sold since</em> : null}
        </span>
      </label>
      <label className="flex align-middle target">
        <input type="radio" name={field} checked={!chosen.has(field)} onChange={() => choose(field, false)} />
        <span>
          <strong>Theirs</strong> {show(theirs)}
        </span>
      </label>
    </fieldset>
  )
}

type Shown = { field: string; value: string | string[]; factsOf: ProductForm['factsOf'] }

function Value({ field, value, factsOf }: Shown) {
  if (value.length === 0) return 'nothing'
  const { input, print, fromForm } = fieldNamed(field)
  const picture = input.as === 'own' && typeof value === 'string' ? factsOf(value) : null
  if (picture) return <Picture of={picture} sizes="4rem" className={styles.picture} />
  return input.as === 'number' && !(Number(value) >= 0) ? value : print(fromForm(value))
}

/** Shown if the product was deleted while its form was open. */
export function DeletedByOthers({ busy, onCreateAgain }: { busy: boolean; onCreateAgain: () => void }) {
  return (
    <Panel title="This product was deleted">
      <p>
        What you typed is still here. You can create a new product from it. Old orders keep the deleted
        product.
      </p>
      <div className="row-2">
        <Button busy={busy} onClick={onCreateAgain}>
          Create it again
        </Button>
      </div>
    </Panel>
  )
}

/** The panel takes the focus when it appears, because the form cannot be saved until the user has chosen. */
function Panel({ title, children }: { title: string; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.focus()
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={`stack-2 pad-3 paper ${styles.panel}`}
      aria-labelledby="conflict"
    >
      <h2 id="conflict" className="size-h3">
        {title}
      </h2>
      {children}
    </section>
  )
}
