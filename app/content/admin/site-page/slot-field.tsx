import {
  type AnyValue,
  type LinkValue,
  type NamedSlot,
  type PictureValue,
  PAGE_PLACEHOLDERS,
} from '#shared/platform/site-pages/slots.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { Field, TextareaField } from '#app/platform/ui/field.tsx'
import type { SlotProps } from './use-page-form.ts'
import { useRef, useState } from 'react'
import { media, type Medium } from '#shared/content/api/media.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { FocalPoint } from '#app/platform/admin/pictures/focal-point.tsx'
import { Library } from '#app/platform/admin/pictures/library.tsx'
import { Picker, UploadProgress } from '#app/platform/admin/pictures/picker.tsx'
import { useUpload } from '#app/platform/admin/pictures/use-upload.ts'
import styles from './site-page.module.css'

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

type PictureSlot = Extract<NamedSlot, { kind: 'picture' }>

/** A picture of the library: uploaded or chosen, with its description and focal point. */
function PictureField({ slot, name, value, change, form }: SlotProps<PictureValue, PictureSlot>) {
  const [isChoosing, setChoosing] = useState(false)
  const facts = form.factsOf(value.file)
  const choose = ({ file, alt, x, y, facts: of }: Medium) => {
    form.addFacts(file, of)
    change({ file, alt, x, y })
    setChoosing(false)
  }
  /** The description at the start of the upload. If the admin has changed it since, the upload does not replace it. */
  const before = useRef(value.alt)
  const { progress, problem, send, stop } = useUpload(media.upload, {
    onStored: ({ media: [stored] }) => {
      const { alt } = value
      if (stored) choose(alt === before.current ? stored : { ...stored, alt })
    },
    onSending: form.onSending,
  })
  const upload = (files: File[]) => {
    before.current = value.alt
    send(files.slice(0, 1))
  }
  const message = problem || form.problems[`${name}.file`]
  return (
    <fieldset className={`stack-2 may-shrink pad-top-2 rule ${styles.picture}`}>
      <legend>{slot.label}</legend>
      {slot.hint ? <p className="note">{slot.hint}</p> : null}
      {facts ? (
        <FocalPoint facts={facts} x={value.x} y={value.y} change={(x, y) => change({ ...value, x, y })} />
      ) : (
        <p>{value.file ? 'This picture is missing' : 'No picture yet'}</p>
      )}
      {facts ? (
        <Field
          name={`${name}.alt`}
          label="Description (alt text)"
          hint="What the picture shows, for people who cannot see it"
          value={value.alt}
          unmarked
          dir="auto"
          problem={form.problems[`${name}.alt`]}
          onChange={(event) => change({ ...value, alt: event.target.value })}
        />
      ) : null}
      {progress === null ? (
        <Picker label={facts ? 'Upload another picture' : 'Upload a picture'} onFiles={upload} />
      ) : (
        <UploadProgress of={progress} what="the picture" stop={stop} />
      )}
      {message ? (
        <p className="alarm" role="alert">
          {message}
        </p>
      ) : null}
      <Button look="line" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
        {isChoosing ? 'Close the library' : 'Choose from the library'}
      </Button>
      {isChoosing ? <Library choose={choose} /> : null}
    </fieldset>
  )
}
