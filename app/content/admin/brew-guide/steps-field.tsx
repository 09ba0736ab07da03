import { STEP_KINDS } from '#shared/content/brew-recipe.ts'
import { brewGuideFields } from '#shared/content/resources/brew-guide.ts'
import type { TypedStep } from '#shared/content/resources/brew-kinds.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import styles from './steps-field.module.css'

type Props = { steps: TypedStep[]; problem: string | undefined; onChange: (steps: TypedStep[]) => void }

/** The steps of a brew guide: times, kind, what the scale shows, and a sentence. */
export function StepsField({ steps, problem, onChange }: Props) {
  const { label, hint } = brewGuideFields.steps
  const add = () =>
    onChange([...steps, { start: steps.at(-1)?.end ?? '0:00', end: '', kind: 'pour', grams: '', text: '' }])
  return (
    <fieldset className="stack-2 measure-form may-shrink" aria-describedby="steps-problem">
      <legend className={styles.legend}>{label}</legend>
      <p className="soft">{hint}</p>
      {steps.map((step, index) => (
        <StepRow
          // The steps have no ids: they are known by their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          number={index + 1}
          step={step}
          onChange={(change) => onChange(steps.with(index, { ...step, ...change }))}
          onRemove={() => {
            onChange(steps.toSpliced(index, 1))
            announce(`Step ${index + 1} was removed.`)
          }}
        />
      ))}
      <p id="steps-problem" className={problem ? 'alarm' : undefined} role="status">
        {problem}
      </p>
      <Button look="line" className="self-left" onClick={add}>
        Add a step
      </Button>
    </fieldset>
  )
}

type RowProps = {
  number: number
  step: TypedStep
  onChange: (change: Partial<TypedStep>) => void
  onRemove: () => void
}

const COMMON = { name: 'steps', unmarked: true, autoComplete: 'off' } as const

function StepRow({ number, step, onChange, onRemove }: RowProps) {
  const time = (label: string, name: 'start' | 'end') => (
    <Field
      {...COMMON}
      label={label}
      required
      maxLength={8}
      value={step[name]}
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  )
  const isPour = step.kind === 'pour'
  return (
    <fieldset className={`grid rule-soft pad-top-2 ${styles.step}`}>
      <legend className="visually-hidden">Step {number}</legend>
      {time('From', 'start')}
      {time('Until', 'end')}
      <SelectField
        {...COMMON}
        label="What"
        value={step.kind}
        onChange={({ target: { value: kind } }) => onChange(kind === 'pour' ? { kind } : { kind, grams: '' })}
      >
        {STEP_KINDS.map((kind) => (
          <option key={kind}>{kind}</option>
        ))}
      </SelectField>
      <Field
        {...COMMON}
        label="Scale shows, g"
        inputMode="numeric"
        maxLength={5}
        disabled={!isPour}
        value={step.grams}
        onChange={({ target }) => onChange({ grams: target.value })}
      />
      <Button look="quiet" className="self-left" aria-label={`Remove step ${number}`} onClick={onRemove}>
        Remove
      </Button>
      <div className="whole-row">
        <Field
          {...COMMON}
          label="Sentence"
          required
          maxLength={160}
          value={step.text}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      </div>
    </fieldset>
  )
}
