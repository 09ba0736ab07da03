/**
 * A form of the counter in local storage: a reload keeps it, and all tabs show the same one. It belongs to the person who is
 * signed in.
 */
import { useState, useSyncExternalStore } from 'react'
import { localText } from '#app/platform/session/local-text.ts'
import { PRIVATE, signedInUserId } from '#app/platform/session/session.ts'
import { parseObject, textOf } from '#app/platform/session/stored-json.ts'
import { newKey } from '#app/platform/api/send-once.ts'
import { NO_EXTRAS } from './extras.tsx'

/** `id` is the Idempotency-Key with which the form is sent: once, after any reload and from any tab. */
type Kept<F> = F & { id: string }

/**
 * @param name the name in local storage
 * @param empty the form before anything is typed
 * @param read the form in stored JSON, of which nothing is known
 */
export function keptForm<F extends object>(
  name: string,
  empty: F,
  read: (stored: Record<string, unknown>) => F,
) {
  const stored = localText(`${PRIVATE}${name}`)
  let current: { text: string | null; form: Kept<F> } | undefined
  const onServer: Kept<F> = { ...empty, id: '' }

  function formIn(text: string | null): Kept<F> {
    const kept = parseObject(text)
    const id = textOf(kept?.['id'])
    if (!kept || id === '' || kept['user'] !== signedInUserId()) return { ...empty, id: newKey() }
    return { ...read(kept), id }
  }

  function now(): Kept<F> {
    const text = stored.read()
    if (current?.text !== text) current = { text, form: formIn(text) }
    return current.form
  }

  return {
    now,
    /** Changes the stored form, not the one on the screen: another tab may have changed it since. */
    change: (changes: (form: F) => Partial<F>): void => {
      const form = now()
      stored.write(JSON.stringify({ user: signedInUserId(), ...form, ...changes(form) }))
    },
    /** Begins the next one. */
    clear: (): void => stored.write(null),
    useForm: () => useSyncExternalStore(stored.subscribe, now, () => onServer),
  }
}

/** The codes of gift cards of a kept form, which are only in the memory of the tab. The next form begins without codes. */
export function useCodes(id: string) {
  const [cards, setCards] = useState({ of: id, codes: NO_EXTRAS.cards })
  return {
    codes: cards.of === id ? cards.codes : NO_EXTRAS.cards,
    /** @param of the form to which they belong, after a change that may have begun it */
    setCodes: (codes: typeof NO_EXTRAS.cards, of: string) => setCards({ of, codes }),
  }
}
