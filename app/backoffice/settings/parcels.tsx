import { settings } from '#shared/platform/api/settings.ts'
import type { Box } from '#shared/platform/parcel.ts'
import { namesOf } from '#shared/platform/resources/described.ts'
import { parcelFields } from '#shared/platform/settings/parcels.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import type { Problems } from '#app/platform/ui/use-problems.ts'
import { GroupPage, OpenFields } from './group-page.tsx'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import { WeightInput } from '#app/platform/ui/weight-input.tsx'
import styles from './settings.module.css'

const SENDER = namesOf(parcelFields).filter((name) => name !== 'boxes')

/** The boxes and the sender of parcels. */
export default function ParcelsPage() {
  return (
    <GroupPage
      title="Boxes and sender"
      id="parcels"
      fields={parcelFields}
      read={settings.parcels}
      save={settings.saveParcels}
      intro="Shipping prices are computed for the smallest box that holds an order. An order that fits in no box cannot be shipped, and the buyer is told why."
    >
      {(form, saved) => (
        <>
          <Boxes
            value={form.values.boxes}
            problems={form.problems}
            onChange={(boxes) => form.change({ boxes })}
          />
          <section className="stack-2" aria-labelledby="sender">
            <h2 id="sender">Sender</h2>
            <OpenFields of={parcelFields} names={SENDER} form={form} saved={saved} />
          </section>
        </>
      )}
    </GroupPage>
  )
}

const SIZES = [
  ['lengthIn', 'Length, in'],
  ['widthIn', 'Width, in'],
  ['heightIn', 'Height, in'],
] as const

const BLANK: Box = { name: '', lengthIn: NaN, widthIn: NaN, heightIn: NaN, grams: NaN }

type BoxesProps = { value: readonly Box[]; problems: Problems; onChange: (next: Box[]) => void }

function Boxes({ value, problems, onChange }: BoxesProps) {
  const { small } = useWeightUnits()
  const set = (index: number, change: Partial<Box>) =>
    onChange(value.map((each, at) => (at === index ? { ...each, ...change } : each)))
  return (
    <section className="stack-2" aria-labelledby="boxes">
      <h2 id="boxes">Boxes</h2>
      {problems.boxes ? <p role="alert">{problems.boxes}</p> : null}
      {value.map((box, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- boxes have no id
        <fieldset key={index} className={`stack-2 halves align-top may-shrink rule-below ${styles.box}`}>
          <legend className="visually-hidden">{box.name || `Box ${index + 1}`}</legend>
          <Field
            label="Name"
            name={`boxes.${index}.name`}
            value={box.name}
            required
            problem={problems[`boxes.${index}.name`]}
            onChange={({ target }) => set(index, { name: target.value })}
          />
          {SIZES.map(([size, label]) => (
            <Field
              key={size}
              label={label}
              type="number"
              step="any"
              min={0}
              inputMode="decimal"
              name={`boxes.${index}.${size}`}
              // JSON has no NaN, so an empty number field becomes null after a reload.
              value={Number.isFinite(box[size]) ? box[size] : ''}
              required
              problem={problems[`boxes.${index}.${size}`]}
              onChange={({ target }) => set(index, { [size]: target.valueAsNumber })}
            />
          ))}
          <WeightInput
            label="Empty weight"
            unit={small}
            name={`boxes.${index}.grams`}
            // Null after a reload, as above.
            value={box.grams ?? null}
            required
            problem={problems[`boxes.${index}.grams`]}
            onChange={(grams) => set(index, { grams: grams ?? NaN })}
          />
          <Button
            look="quiet"
            aria-label={`Remove ${box.name || 'the box'}`}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      <p>
        <Button look="line" onClick={() => onChange([...value, BLANK])}>
          Add a box
        </Button>
      </p>
    </section>
  )
}
