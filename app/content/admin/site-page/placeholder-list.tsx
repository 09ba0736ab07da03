import { PLACEHOLDERS, type Placeholder } from '#shared/platform/mails/introductions.ts'
import type { NamedSlot } from '#shared/platform/site-pages/slots.ts'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import styles from './page.module.css'

/** The placeholders of an email, each with the text that replaces it. */
export function PlaceholderList({ slots }: { slots: readonly NamedSlot[] }) {
  const names = new Set(slots.flatMap((slot) => (slot.kind === 'prose' ? (slot.placeholders ?? []) : [])))
  return (
    <Disclosure summary="Placeholders that you can use">
      <dl className={`stack-1 ${styles.placeholders}`}>
        {[...names].map((name) => (
          <div key={name}>
            <dt>{`{${name}}`}</dt>
            <dd>{PLACEHOLDERS[name as Placeholder]}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}
