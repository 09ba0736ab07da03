import { useRef, useState } from 'react'
import type { AnyItem, AnyValue, NamedSlot } from '#shared/platform/site-pages/slots.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import { MoveButtons, moveItem } from '#app/platform/admin/pictures/move-buttons.tsx'
import styles from './site-page.module.css'
import { SlotField } from './slot-field.tsx'
import type { SlotProps } from './use-page-form.ts'

type ListSlot = Extract<NamedSlot, { kind: 'list' }>

/** The parts of a list. Each can be opened, moved by dragging or with buttons, and removed. */
export function ListField({ slot, name, value, change, form }: SlotProps<AnyItem[], ListSlot>) {
  const { label, hint, item, min, max, of } = slot
  const [dragged, setDragged] = useState<number | null>(null)
  const { list, opened, move, remove, add } = useParts({ slot, value, change })
  const nameOf = (index: number) => `${item} ${index + 1}`
  return (
    <fieldset className={`stack-2 may-shrink pad-top-2 rule ${styles.list}`}>
      <legend className="visually-hidden">{label}</legend>
      {hint ? <p className="note">{hint}</p> : null}
      {form.problems[name] ? <p className="alarm">{form.problems[name]}</p> : null}
      <ol ref={list} tabIndex={-1} aria-label={label} className="stack-2">
        {value.map((part, index) => (
          <li key={part.id} className={`stack-1 rule-below ${styles.item}`}>
            <div
              className={`break-words ${styles.handle}`}
              draggable
              onDragStart={() => setDragged(index)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged !== null && dragged !== index) move(dragged, index)
                setDragged(null)
              }}
            >
              <span>{nameOf(index)}</span> <em>{titleOf(of, part)}</em>
              <MoveButtons
                name={nameOf(index)}
                isFirst={index === 0}
                isLast={index === value.length - 1}
                move={(step) => move(index, index + step)}
                remove={value.length > min ? () => remove(index) : undefined}
              />
            </div>
            <Part
              slot={slot}
              name={`${name}.${index}`}
              summary={`Edit ${nameOf(index).toLowerCase()}`}
              value={part}
              change={(next) => change(value.with(index, next))}
              form={form}
              isNew={part.id === opened}
            />
          </li>
        ))}
      </ol>
      {value.length < max ? (
        <Button look="line" onClick={add}>
          Add a {item.toLowerCase()}
        </Button>
      ) : null}
    </fieldset>
  )
}

/** Moves, removes and adds parts, and says so to screen readers. `opened` is the id of the part that was added last. */
function useParts({
  slot,
  value,
  change,
}: Pick<SlotProps<AnyItem[], ListSlot>, 'slot' | 'value' | 'change'>) {
  const list = useRef<HTMLOListElement>(null)
  const [opened, setOpened] = useState('')
  const nameOf = (index: number) => `${slot.item} ${index + 1}`
  return {
    list,
    opened,
    move: (from: number, to: number) => {
      change(moveItem(value, from, to))
      announce(`${nameOf(from)} is now ${nameOf(to)}`)
    },
    remove: (index: number) => {
      change(value.toSpliced(index, 1))
      announce(`${nameOf(index)} is removed`)
      list.current?.focus()
    },
    add: () => {
      const id = newItemId()
      change([...value, { id, ...Object.fromEntries(slot.of.map((part) => [part.name, blankOf(part)])) }])
      setOpened(id)
      announce(`${nameOf(value.length)} is added`)
    },
  }
}

/** The fields of one part, below a line that opens them. */
function Part({
  slot: { of },
  name,
  summary,
  value,
  change,
  form,
  isNew,
}: SlotProps<AnyItem, ListSlot> & { summary: string; isNew: boolean }) {
  const hasProblem = Object.keys(form.problems).some((each) => each.startsWith(`${name}.`))
  return (
    <Disclosure open={isNew || hasProblem || undefined} summary={summary}>
      <div className={`stack-3 ${styles.part}`}>
        {of.map((each) =>
          each.kind === 'list' ? null : (
            <SlotField
              key={each.name}
              slot={each}
              name={`${name}.${each.name}`}
              value={value[each.name]!}
              change={(next) => change({ ...value, [each.name]: next })}
              form={form}
            />
          ),
        )}
      </div>
    </Disclosure>
  )
}

/** The title that identifies a part in the list: its first line of text, or the description of its picture. */
function titleOf(of: readonly NamedSlot[], part: AnyItem): string {
  const line = of.find(({ kind }) => kind === 'line')
  if (line) return part[line.name] as string
  const picture = of.find(({ kind }) => kind === 'picture')
  const value = picture && part[picture.name]
  return value && typeof value === 'object' && 'alt' in value ? value.alt : ''
}

function blankOf({ kind }: NamedSlot): AnyValue {
  if (kind === 'picture') return { file: '', alt: '', x: 50, y: 50 }
  if (kind === 'link') return { label: '', to: '' }
  return kind === 'list' ? [] : ''
}

/** An id that no other part has, such as `n-k3j9x2ab`. */
function newItemId(): string {
  return `n-${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('')}`
}
