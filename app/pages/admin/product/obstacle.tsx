import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Product } from '#shared/api/products.ts'
import type { AnyField } from '#shared/resources/described.ts'
import { productFields } from '#shared/resources/product.ts'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { differences, merged, type Difference } from '../form/merge.ts'
import styles from './obstacle.module.css'
import { savedPicture, type ProductForm } from './use-product-form.ts'
import { FIELDS, valuesOf, type Field, type Values } from './values.ts'

/** The product changed after the form was opened: what is whose, and whose is to stay. */
export function ChangedMeanwhile({ form, fresh }: { form: ProductForm; fresh: Product }) {
  const three = { base: form.base.values, mine: form.values, theirs: valuesOf(fresh), stock: STOCK }
  const found = differences(FIELDS, three)
  const clashing = found.filter(({ mine }) => mine !== undefined)
  const [chosen, setChosen] = useState<ReadonlySet<Field>>(new Set(clashing.map(({ name }) => name)))
  const onChosen = (andSave: boolean) =>
    form.continueFrom(fresh, merged(FIELDS, { ...three, isMine: (field) => chosen.has(field) }), andSave)
  const choose = (field: Field, isMine: boolean) => {
    const next = new Set(chosen)
    if (isMine) next.add(field)
    else next.delete(field)
    setChosen(next)
  }
  const factsOf = (path: string) => savedPicture(fresh, path) ?? form.factsOf(path)
  return (
    <Panel title="This product has changed since you opened it">
      <p>
        It was sold or saved meanwhile. Nothing you typed is lost
        {clashing.length > 0 ? ': choose what is to stay where both of you changed something.' : '.'}
      </p>
      <ul className={styles.differences}>
        {found.map((difference) => (
          <li key={difference.name}>
            <Choice {...{ difference, chosen, choose, factsOf }} />
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={() => onChosen(true)}>Save with these</Button>
        <Button look="line" onClick={() => onChosen(false)}>
          Go on editing
        </Button>
      </div>
    </Panel>
  )
}

type Choosing = {
  difference: Difference<Values>
  chosen: ReadonlySet<Field>
  choose: (field: Field, isMine: boolean) => void
  factsOf: ProductForm['factsOf']
}

function Choice({ difference, chosen, choose, factsOf }: Choosing) {
  const { name: field, before, theirs, mine } = difference
  const { label } = productFields[field]
  const show = (value: string) => <Value field={field} value={value} factsOf={factsOf} />
  if (mine === undefined) {
    return (
      <p className={styles.taken}>
        <strong>{label}</strong>: <del>{show(before)}</del> → <ins>{show(theirs)}</ins>
      </p>
    )
  }
  return (
    <fieldset className={styles.choice}>
      <legend>
        {label}, before: {show(before)}
      </legend>
      <label>
        <input type="radio" name={field} checked={chosen.has(field)} onChange={() => choose(field, true)} />
        <span>
          <strong>Yours</strong> {show(mine)}
          {field === STOCK ? <em> your change, less what was sold meanwhile</em> : null}
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

function Value({ field, value, factsOf }: { field: Field; value: string; factsOf: ProductForm['factsOf'] }) {
  if (value === '') return 'nothing'
  const { input, print, fromForm } = productFields[field] as AnyField
  const picture = input.as === 'own' ? factsOf(value) : null
  if (picture) return <Picture of={picture} sizes="4rem" className={styles.picture} />
  return input.as === 'number' && !(Number(value) >= 0) ? value : print(fromForm(value))
}

/** Changed by hand it is a difference: what was sold meanwhile stays sold. */
const STOCK = FIELDS.find((field) => (productFields[field] as AnyField).isStock)

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
