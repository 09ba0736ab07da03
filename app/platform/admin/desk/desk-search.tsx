/** The search of the desk: a box that finds records and pages, opened by its button, / or Ctrl-K. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { deskSearch, type FoundKind, type Hit } from '#shared/backoffice/api/desk-search.ts'
import { counted } from '#shared/kernel/counts.ts'
import type { StaffRole } from '#shared/kernel/roles.ts'
import { useBusiness } from '../../api/business.ts'
import { ask } from '../../api/query.ts'
import { useUser } from '../../session/session.ts'
import { announce } from '../../ui/live-region.tsx'
import { findPlaces, opensBySlash, pageOf, recentPlaces, rememberPlace } from './desk-places.ts'
import { usePlaceInPage } from './place-in-page.ts'
import { SlashChoice } from './slash-choice.tsx'
import styles from './desk-search.module.css'

/** Milliseconds after the last key until the server is asked. */
const PAUSE = 100
/** Milliseconds on a page until it is a recent place. Its title is then that of the document. */
const VISIT = 300

export function DeskSearch({ role }: { role: StaffRole }) {
  const [isOpen, setOpen] = useState(false)
  const { pathname, search } = useLocation()
  const userId = useUser()?._id ?? ''
  useShortcuts(() => setOpen(true))
  usePlaceInPage()
  useEffect(() => {
    const timer = setTimeout(() => {
      const title = document.title.split(' · ')[0]!
      rememberPlace(userId, { title, to: pathname + search })
    }, VISIT)
    return () => clearTimeout(timer)
  }, [userId, pathname, search])
  return (
    <>
      <button
        type="button"
        className={styles.open}
        onClick={() => setOpen(true)}
        aria-keyshortcuts="/ Control+K"
      >
        Search
      </button>
      {isOpen ? <SearchDialog role={role} userId={userId} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** / outside of fields, and Ctrl-K or ⌘K everywhere but in a text with formatting, where it is the key for links. */
function useShortcuts(open: () => void): void {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const at = event.target instanceof HTMLElement ? event.target : null
      const isK =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !at?.isContentEditable
      const isTyping = at?.isContentEditable || at?.matches('input, textarea, select')
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      if (!isK && !(isSlash && opensBySlash())) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

type Group = { name: string; hits: Hit[] }

const KIND_NAMES: Record<FoundKind, string> = {
  order: 'Orders',
  person: 'People',
  account: 'Wholesale accounts',
  product: 'Products',
  subscription: 'Subscriptions',
  lot: 'Lots',
  batch: 'Batches',
  code: 'Discount codes',
  giftCard: 'Gift cards',
  message: 'Messages',
  event: 'Events',
  artist: 'Artists',
  newsletter: 'Newsletters',
  guide: 'Guide',
}

/** What is found for the text, whole identifiers first, then pages by name. Empty while nothing is typed. */
function useFound(role: StaffRole, text: string) {
  const { parts } = useBusiness()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  const query = ask(deskSearch.find, { query: { text: asked } })
  const answer = useQuery({
    ...query,
    enabled: asked !== '' && query.enabled,
    placeholderData: keepPreviousData,
  })
  // The hits belong to the text in the box, so that Enter opens what is shown for it.
  const isCurrent = asked === text.trim() && !answer.isPlaceholderData && !answer.isFetching
  const groups = asked === '' ? [] : (answer.data?.groups ?? [])
  const found = groups.map(({ kind, hits, all }): Group => {
    const more =
      all === null ? [] : [{ title: `All in ${KIND_NAMES[kind]}`, detail: '', to: all, isExact: false }]
    return { name: KIND_NAMES[kind], hits: [...hits, ...more] }
  })
  const exact = found.filter(({ hits }) => hits[0]!.isExact)
  const { named, others } = findPlaces(role, text, parts)
  const shown = [
    ...exact,
    { name: 'Pages', hits: text.trim() === '' ? [] : named },
    ...found.filter((group) => !exact.includes(group)),
    { name: named.length > 0 ? 'More pages' : 'Pages', hits: text.trim() === '' ? [] : others },
  ].filter(({ hits }) => hits.length > 0)
  return { groups: shown, isCurrent, error: answer.error }
}

type DialogProps = { role: StaffRole; userId: string; onClose: () => void }

function SearchDialog({ role, userId, onClose }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const isEmpty = text.trim() === ''
  const found = useFound(role, text)
  const { pathname } = useLocation()
  const groups = isEmpty ? recentGroup(userId, pathname) : found.groups
  const hits = groups.flatMap((group) => group.hits)
  const index = Math.min(chosen, hits.length - 1)
  const isReady = isEmpty || found.isCurrent
  useCountAnnounced(!isEmpty && found.isCurrent ? hits.length : null)
  const opening = useOpening(isReady ? hits[index] : undefined, isReady, () => dialog.current?.close())
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && hits.length > 0) {
      event.preventDefault()
      setChosen((index + step + hits.length) % hits.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      opening.openChosen()
    }
  }
  const onChange = (value: string) => {
    setText(value)
    setChosen(0)
    opening.forget()
  }
  const active = hits.length > 0 ? `${id}-${index}` : undefined
  return (
    <dialog ref={dialog} className={`mat ${styles.dialog}`} aria-label="Search the desk" onClose={onClose}>
      <input
        type="text"
        enterKeyHint="go"
        className={styles.input}
        role="combobox"
        aria-label="Search orders, people, products, pages"
        placeholder="Order, name, code, page …"
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active}
        maxLength={100}
        autoComplete="off"
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Groups groups={groups} id={id} chosen={index} onOpen={opening.open} />
      <p className={styles.state}>{stateText(isEmpty, found, hits.length)}</p>
      <SlashChoice />
    </dialog>
  )
}

/** The last places but the page where one is. */
function recentGroup(userId: string, pathname: string): Group[] {
  const hits = recentPlaces(userId)
    .filter(({ to }) => pageOf(to) !== pageOf(pathname))
    .map((place) => ({ ...place, detail: '', isExact: false }))
  return hits.length > 0 ? [{ name: 'Recent', hits }] : []
}

/** @param count null while there is no answer to the text */
function useCountAnnounced(count: number | null): void {
  useEffect(() => {
    if (count !== null) announce(count === 0 ? 'Nothing found' : counted(count, 'result'))
  }, [count])
}

/** Opens hits. Enter before the answer opens the first hit of the answer. */
function useOpening(chosen: Hit | undefined, isReady: boolean, close: () => void) {
  const navigate = useNavigate()
  const isDue = useRef(false)
  const open = (hit: Hit | undefined) => {
    isDue.current = false
    if (!hit) return
    close()
    void navigate(hit.to)
  }
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    if (isReady && isDue.current) latest.current(chosen)
  }, [isReady, chosen])
  return {
    open,
    openChosen: () => {
      isDue.current = !isReady
      if (isReady) open(chosen)
    },
    forget: () => {
      isDue.current = false
    },
  }
}

function stateText(
  isEmpty: boolean,
  { isCurrent, error }: ReturnType<typeof useFound>,
  count: number,
): string {
  if (isEmpty) return count === 0 ? 'Type a number, a name, a code or the name of a page.' : ''
  if (error) return error.message
  if (count > 0) return ''
  return isCurrent ? 'Nothing found.' : 'Searching …'
}

type GroupsProps = { groups: Group[]; id: string; chosen: number; onOpen: (hit: Hit) => void }

function Groups({ groups, id, chosen, onOpen }: GroupsProps) {
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { hits }) => sum + hits.length, 0))
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Results" className={styles.list}>
      {groups.map((group, at) => (
        <div key={group.name} role="group" aria-label={group.name}>
          <p className={styles.name} aria-hidden="true">
            {group.name}
          </p>
          {group.hits.map((hit, place) => (
            <Option
              key={hit.to + hit.title}
              id={`${id}-${starts[at]! + place}`}
              hit={hit}
              isChosen={starts[at]! + place === chosen}
              onOpen={onOpen}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = { id: string; hit: Hit; isChosen: boolean; onOpen: (hit: Hit) => void }

function Option({ id, hit, isChosen, onOpen }: OptionProps) {
  return (
    // Keys go to the field, which keeps the focus (ARIA Authoring Practices, combobox).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={(option) => {
        if (isChosen) option?.scrollIntoView({ block: 'nearest' })
      }}
      id={id}
      role="option"
      aria-selected={isChosen}
      className={styles.hit}
      onClick={() => onOpen(hit)}
    >
      <span>{hit.title}</span>
      <span className={styles.detail}>{hit.detail}</span>
    </div>
  )
}
