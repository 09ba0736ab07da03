import { useState } from 'react'
import type { DayCoffee, Packaging } from '#shared/roastery/api/roast-day.ts'
import { counted } from '#shared/kernel/counts.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import { bothWeights } from '#shared/kernel/weights.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { FreeBags, Sources } from './bag-sources.tsx'
import { Packaged } from './packaged.tsx'
import { leftInLots, packageable, toPackage } from './progress.ts'
import { BY_ITSELF, type Chosen, sourcesFor } from './queue/bag-coffee.ts'
import { bagsName } from './queue/steps.ts'
import styles from './roast-day.module.css'
import { Card, Section } from './section.tsx'
import type { DayActions } from './use-day-actions.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { isQueued } from './queue/queue.ts'

type Row = { coffee: DayCoffee; row: Packaging }

/** The bags of each coffee, by size and grind. */
export function Package({ actions }: { actions: DayActions }) {
  const { coffees } = actions.day
  const open = coffees.filter(({ packaging }) => packaging.some((row) => toPackage(row) > 0))
  const others = coffees.filter((coffee) => !open.includes(coffee) && coffee.packaging.length > 0)
  const done = coffees.flatMap((coffee) =>
    coffee.packaging.flatMap((row) => row.bags.map((bags) => ({ coffee, row, bags }))),
  )
  return (
    <Section
      title="Package"
      actions={actions}
      intro={
        open.length > 0 ? 'Package the bags that the orders of the day need.' : textIfNoneLeft(coffees.length)
      }
    >
      {[...open, ...others].map((coffee, index) => (
        <Card
          key={coffee.product._id}
          title={coffee.product.name}
          note={looseText(coffee, actions)}
          isNext={index === 0 && open.length > 0}
        >
          <Rows coffee={coffee} rows={coffee.packaging.filter(isUsed)} actions={actions} />
          {coffee.packaging.every(isUsed) ? null : (
            <Disclosure summary="Sizes without orders">
              <Rows coffee={coffee} rows={coffee.packaging.filter((row) => !isUsed(row))} actions={actions} />
            </Disclosure>
          )}
        </Card>
      ))}
      {done.length > 0 ? <Packaged done={done} actions={actions} /> : null}
    </Section>
  )
}

function textIfNoneLeft(coffees: number): string {
  return coffees === 0
    ? 'No bags are needed on this day.'
    : 'All bags for the orders of the day are packaged.'
}

function looseText(coffee: DayCoffee, { unit }: DayActions): string {
  const inLots = leftInLots(coffee)
  if (coffee.parts.length > 1) return `${bothWeights(inLots, unit)} blended and not in bags`
  const loose = (coffee.parts[0]?.batches ?? []).reduce((sum, { gramsLeft }) => sum + gramsLeft, 0)
  return `${bothWeights(inLots + loose, unit)} roasted and not in bags`
}

function isUsed({ ordered, free, packaged }: Packaging): boolean {
  return ordered > 0 || free > 0 || packaged > 0
}

function Rows({ coffee, rows, actions }: { coffee: DayCoffee; rows: Packaging[]; actions: DayActions }) {
  return (
    <ul className="grid">
      {rows.map((row) => (
        <BagRow key={bagsName(row.sizeId, row.grind)} coffee={coffee} row={row} actions={actions} />
      ))}
    </ul>
  )
}

/** One size and grind: how many bags are needed, and the button that packages them. */
function BagRow({ coffee, row, actions }: Row & { actions: DayActions }) {
  const [isChoosing, setChoosing] = useState(false)
  const open = toPackage(row)
  const possible = packageable(actions.day, coffee, row)
  const proposed = Math.min(open, possible)
  const { sources } = sourcesFor(actions.day, coffee, { grams: row.grams, qty: proposed, chosen: BY_ITSELF })
  const hasCoffee =
    possible > 0 || leftInLots(coffee) > 0 || coffee.parts.some(({ batches }) => batches.length > 0)
  const variant = variantText({ size: row.sizeLabel, grind: row.grind })
  const name = `${coffee.product.name}, ${variant}`
  const pack = async (qty: number, chosen = BY_ITSELF) => {
    const { sizeId, grind, packaged } = row
    const { product } = coffee
    const body = {
      productId: product._id,
      sizeId,
      grind,
      qty,
      day: actions.day.day,
      ...chosen,
      packagedBefore: packaged,
    }
    const isStored = await actions.run({ kind: 'package', input: { body } }, `Package ${qty} × ${name}`)
    if (isStored) setChoosing(false)
  }
  return (
    <li className={`grid gap-1-2 align-middle rule-soft ${styles.row}`}>
      <Counts {...{ coffee, row, variant, possible }} />
      <div className={`whole-row ${styles.sources}`}>
        <FreeBags row={row} day={actions.day.day} />
        <Sources sources={sources} day={actions.day.day} />
      </div>
      <div className={`row-2 align-middle ${styles.actions}`}>
        {proposed > 0 ? (
          <Button
            className={styles.main}
            aria-label={`Package ${proposed}: ${name}`}
            onClick={() => void pack(proposed)}
          >
            Package {proposed}
          </Button>
        ) : null}
        {open === 0 && row.ordered > 0 ? <span className={`strong ${styles.enough}`}>Enough</span> : null}
        <Button
          look="line"
          aria-expanded={isChoosing}
          aria-label={`Other number or coffee: ${name}`}
          disabled={!hasCoffee}
          onClick={() => setChoosing(!isChoosing)}
        >
          Other number or coffee
        </Button>
      </div>
      {isChoosing ? <OtherBags {...{ name, coffee, row, actions, pack }} /> : null}
    </li>
  )
}

/** @param possible the bags that there is coffee for */
function Counts({ coffee, row, variant, possible }: Row & { variant: string; possible: number }) {
  return (
    <div>
      <p>
        <strong>{variant}</strong>
      </p>
      <p className="soft">{countsText(row)}</p>
      {possible < toPackage(row) ? (
        <p className="soft">
          {possible === 0 ? noCoffee(coffee) : `There is coffee for ${counted(possible, 'bag')}.`}
        </p>
      ) : null}
    </div>
  )
}

function countsText({ ordered, filled, free }: Packaging): string {
  const parts = [
    `${ordered} ordered`,
    filled > 0 ? `${filled} in orders` : '',
    free > 0 ? `${free} in bags and free` : '',
  ]
  return parts.filter(Boolean).join(', ')
}

function noCoffee({ parts }: DayCoffee): string {
  return parts.length > 1 ? 'Blend this coffee first.' : 'Roast this coffee first.'
}

type Props = {
  name: string
  coffee: DayCoffee
  row: Packaging
  actions: DayActions
  pack: (qty: number, chosen: Chosen) => Promise<void>
}

/** Another number of bags, or bags of a lot or batch that a person chooses. */
function OtherBags({ name, coffee, row, actions, pack }: Props) {
  const [text, setText] = useState('')
  const [from, setFrom] = useState('')
  const chosen = chosenOf(from)
  const possible = packageable(actions.day, coffee, row, chosen)
  const qty = Number(text)
  const problem = problemOf(text, possible)
  const isReady = text !== '' && problem === ''
  const { sources } = sourcesFor(actions.day, coffee, { grams: row.grams, qty: isReady ? qty : 0, chosen })
  return (
    <form
      className={`row-2 align-top whole-row ${styles.number}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void pack(qty, chosen)
      }}
    >
      <Field
        label={`Bags of ${name}`}
        inputMode="numeric"
        autoComplete="off"
        ref={focus}
        required
        value={text}
        problem={problem}
        hint={`There is coffee for ${counted(possible, 'bag')}.`}
        onChange={({ target }) => setText(target.value)}
      />
      <SelectField
        label="Lot or batch"
        unmarked
        value={from}
        onChange={({ target }) => setFrom(target.value)}
      >
        <option value="">The promised day’s coffee first</option>
        {choicesOf(coffee).map(({ value, what, roastedOn, gramsLeft }) => (
          <option key={value} value={value}>
            {what}, roasted {formatDate(roastedOn, 'shortMonthDay')}, {bothWeights(gramsLeft, actions.unit)}{' '}
            left
          </option>
        ))}
      </SelectField>
      <Button type="submit" disabled={!isReady}>
        Package
      </Button>
      <Sources sources={sources} day={actions.day.day} />
    </form>
  )
}

/** The lots and batches with coffee left. A lot that was made without a connection has no id in the shop yet. */
function choicesOf({ lots, parts }: DayCoffee) {
  const batches = parts.length === 1 ? parts[0]!.batches : []
  return [
    ...lots.map((lot) => ({ ...lot, value: `lot ${lot._id}`, what: `Lot ${lot.code}` })),
    ...batches.map((batch) => ({ ...batch, value: `batch ${batch._id}`, what: `Batch ${batch.code}` })),
  ].filter(({ _id, gramsLeft }) => gramsLeft > 0 && !isQueued(_id))
}

function chosenOf(value: string): Chosen {
  const [kind, id = null] = value.split(' ')
  if (kind === 'lot') return { lotId: id, batchId: null }
  return kind === 'batch' ? { lotId: null, batchId: id } : BY_ITSELF
}

const focus = (input: HTMLInputElement | null) => input?.focus()

function problemOf(text: string, possible: number): string {
  if (text === '') return ''
  if (!/^\d+$/.test(text) || Number(text) === 0) return 'Enter a number of bags'
  return Number(text) > possible ? 'There is not enough roasted coffee' : ''
}
