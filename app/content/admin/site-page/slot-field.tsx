import type { AnyValue, LinkValue, NamedSlot, PictureValue } from '#shared/platform/site-pages/slots.ts'
import { PAGE_PLACEHOLDERS } from '#shared/platform/site-pages/placeholders.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { Field, TextareaField } from '#app/platform/ui/field.tsx'
import { PictureField } from './picture-field.tsx'
import type { SlotProps } from './use-page-form.ts'

export type FlatSlot = Exclude<NamedSlot, { kind: 'list' }>

/** The input of a slot that is not a list. */
export function SlotField({ slot, value, change, ...rest }: SlotProps<AnyValue, FlatSlot>) {
  switch (slot.kind) {
    case 'picture':
      return <PictureField {...rest} slot={slot} value={value as PictureValue} change={change} />
    case 'link':
      return <LinkField {...rest} slot={slot} value={value as LinkValue} change={change} />
    default:
      return <TextField {...rest} slot={slot} value={value as string} change={change} />
  }
}

type TextSlot = Extract<NamedSlot, { kind: 'line' | 'prose' | 'plain' }>

/** While it is typed, a text may be longer than allowed, so that pasted text is not cut off. */
function TextField({ slot, name, value, change, form }: SlotProps<string, TextSlot>) {
  const { kind, label, max, required } = slot
  const counted = `${formatNumber(value.length)} of ${formatNumber(max)} characters`
  const shared = {
    name,
    label,
    value,
    required,
    dir: 'auto',
    problem: form.problems[name] ?? (value.length > max ? `Too long: ${counted}` : undefined),
    hint: [
      slot.hint,
      slot.kind === 'prose' ? markdownHint(slot) : '',
      value.length > max * 0.8 ? counted : '',
    ]
      .filter(Boolean)
      .join('. '),
  }
  if (kind === 'line') return <Field {...shared} onChange={(event) => change(event.target.value)} />
  return <TextareaField {...shared} rows={slot.rows} onChange={(event) => change(event.target.value)} />
}

const MARKDOWN = '**bold**, *italics*, [link](/shop), - list; an empty line starts a paragraph'

const FILLED_IN = PAGE_PLACEHOLDERS.map((name) => `{${name}}`).join(', ')

function markdownHint({ placeholders, needed = [] }: Extract<NamedSlot, { kind: 'prose' }>): string {
  if (!placeholders) return `${MARKDOWN}. ${FILLED_IN} come from the business details`
  const required = needed.map((name) => `{${name}}`).join(' and ')
  return required ? `${MARKDOWN}. The text must contain ${required}` : MARKDOWN
}

type LinkSlot = Extract<NamedSlot, { kind: 'link' }>

function LinkField({ slot, name, value, change, form }: SlotProps<LinkValue, LinkSlot>) {
  return (
    <div className="stack-2">
      <Field
        name={`${name}.label`}
        label={`${slot.label}: text`}
        value={value.label}
        required={slot.required}
        hint={slot.hint}
        problem={form.problems[`${name}.label`]}
        onChange={(event) => change({ ...value, label: event.target.value })}
      />
      <Field
        name={`${name}.to`}
        label={`${slot.label}: address`}
        value={value.to}
        required={slot.required}
        problem={form.problems[`${name}.to`]}
        onChange={(event) => change({ ...value, to: event.target.value })}
      />
    </div>
  )
}
