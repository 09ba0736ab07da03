/** The state of the artist's form, and what becomes of it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { artshow, type Artist } from '#shared/api/artshow.ts'
import { CallError, call, fieldsIn } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { toast } from '../../../ui/toast.tsx'
import { useProblems } from '../../../ui/use-problems.ts'
import { whose, type LeftOver } from '../left-over.ts'
import { useUnsaved } from '../unsaved.ts'

export type Works = Artist['pictures']['main']

export type Values = Pick<
  Artist,
  'name' | 'title' | 'quote' | 'instagram' | 'website' | 'script' | 'isFeat'
> & {
  main: Works
  other: Works
}

/** What a form held that somebody else was faster than, and what it was opened with. */
export type Typed = { values: Values; saved: Values }

export type ArtistFormState = ReturnType<typeof useArtistForm>

/** @param typed goes on in this form where nobody else has written */
export function useArtistForm(artist: Artist, typed: Typed | null) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [saved, setSaved] = useState<Values>(() => valuesOf(artist))
  const { start, left, putAway } = useCarriedOn(typed, saved)
  const [values, setValues] = useState(start)
  // Of what the form was opened with, whatever others save meanwhile.
  const [version] = useState(artist.version)
  const { fail, forget, ...complaints } = useComplaints()
  const change = (changes: Partial<Values>) => setValues((old) => ({ ...old, ...changes }))
  const [sending, setSending] = useState(0)
  const isChanged = !isSame(values, saved)
  useUnsaved(sending > 0 || isChanged || left.length > 0)

  const saving = useMutation({
    mutationFn: (edit: Values) =>
      call(artshow.update, { params: { id: artist._id }, body: { ...bodyOf(artist._id, edit), version } }),
    onSuccess: async (_, edit) => {
      setSaved(edit)
      putAway()
      toast.success(
        'Artshow updated',
        edit.isFeat ? { to: '/artshow', text: 'See it as visitors do' } : undefined,
      )
      await refresh(client, 'artshow')
      await navigate('/admin/artshowlist')
    },
    onError: fail,
  })

  const featuring = useFeaturing(artist._id, {
    onFeatured: () => {
      change({ isFeat: true })
      setSaved((old) => ({ ...old, isFeat: true }))
    },
  })
  const feature = (isWanted: boolean) => {
    if (isWanted && !values.isFeat) featuring.mutate()
    else change({ isFeat: isWanted })
  }

  return {
    values,
    typed: { values, saved } satisfies Typed,
    left,
    putAway,
    ...complaints,
    isChanged,
    change,
    /** Pictures arrive when they arrive: what was hung or taken down meanwhile must stand. */
    add: (field: 'main' | 'other', works: Works) =>
      setValues((old) => ({ ...old, [field]: [...old[field], ...works] })),
    feature,
    isFeaturing: featuring.isPending,
    /** Told by each field whether its pictures are on their way. */
    onSending: (isSending: boolean) => setSending((count) => count + (isSending ? 1 : -1)),
    save: () => {
      if (saving.isPending) return
      if (sending > 0) return toast.error('Pictures are still being sent. Please wait a moment')
      forget()
      saving.mutate(values)
    },
    isSaving: saving.isPending,
  }
}

/** What the shop objected to last: at its fields, or that another admin has saved meanwhile. */
function useComplaints() {
  const ref = useRef<HTMLFormElement>(null)
  const { problems, showProblems, clear, events } = useProblems()
  const [isStale, setStale] = useState(false)
  const fail = (error: Error) => {
    toast.error(error.message)
    if (error instanceof CallError && error.failure === 409) setStale(true)
    // A picture in a list is named as `main_images.2`; what is wrong with it is said of the list.
    const found = Object.entries(fieldsIn(error)).map(([name, words]) => [name.split('.')[0], words])
    showProblems(ref.current, Object.fromEntries(found))
  }
  return { problems, isStale, fail, forget: clear, form: { ref, ...events } }
}

/** Spec section 4: ticking is a request of its own; unticking waits for Update. */
function useFeaturing(artshowId: string, { onFeatured }: { onFeatured: () => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(artshow.feature, { body: { artshowId } }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      onFeatured()
      await refresh(client, 'artshow')
    },
    // Spec section 8: a failure of it is only logged. The box stays unticked.
    // oxlint-disable-next-line no-console
    onError: (error) => console.warn('Featuring failed', error),
  })
}

function valuesOf({ name, title, quote, instagram, website, script, isFeat, pictures }: Artist): Values {
  return {
    name,
    title,
    quote,
    instagram,
    website,
    script,
    isFeat,
    main: pictures.main,
    other: pictures.other,
  }
}

const TEXTS = {
  name: 'Name',
  title: 'Title',
  quote: 'Quote',
  instagram: 'Instagram link',
  website: 'Website link',
  script: 'Script',
} as const

/** What the form begins with, and the words that found no place in it. */
function useCarriedOn(typed: Typed | null, saved: Values) {
  const [{ values: start, left: first }] = useState(() => carriedOn(typed, saved))
  const [left, setLeft] = useState(first)
  return { start, left, putAway: () => setLeft([]) }
}

function carriedOn(typed: Typed | null, theirs: Values): { values: Values; left: LeftOver[] } {
  const values = { ...theirs }
  const left: LeftOver[] = []
  if (!typed) return { values, left }
  for (const field of Object.keys(TEXTS) as (keyof typeof TEXTS)[]) {
    const words = whose(typed.saved[field], typed.values[field], theirs[field])
    values[field] = words.shown
    if (words.left) left.push({ label: TEXTS[field], words: words.left })
  }
  for (const field of ['main', 'other'] as const) {
    if (isSame({ ...theirs, [field]: typed.saved[field] }, theirs)) values[field] = typed.values[field]
  }
  return { values, left }
}

function isSame(one: Values, other: Values): boolean {
  return JSON.stringify(bodyOf('', one)) === JSON.stringify(bodyOf('', other))
}

function bodyOf(artshowId: string, { main, other, ...texts }: Values) {
  return {
    artshowId,
    ...texts,
    main_images: main.map(({ file }) => file),
    other_images: other.map(({ file }) => file),
  }
}
