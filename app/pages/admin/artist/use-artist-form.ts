/** The state of the artist's form, and what becomes of it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { artshow, type Artist } from '#shared/api/artshow.ts'
import { CallError, call } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { toast } from '../../../ui/toast.tsx'
import { useUnsaved } from '../unsaved.ts'

export type Works = Artist['pictures']['main']

export type Values = Pick<
  Artist,
  'name' | 'title' | 'quote' | 'instagram' | 'website' | 'script' | 'isFeat'
> & {
  main: Works
  other: Works
}

export type ArtistFormState = ReturnType<typeof useArtistForm>

export function useArtistForm(artist: Artist) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [saved, setSaved] = useState<Values>(() => valuesOf(artist))
  const [values, setValues] = useState(saved)
  // Of what the form was opened with, whatever others save meanwhile.
  const [version] = useState(artist.version)
  const { problems, isStale, fail, forget } = useComplaints()
  const change = (changes: Partial<Values>) => setValues((old) => ({ ...old, ...changes }))
  const [sending, setSending] = useState(0)
  const isChanged = !isSame(values, saved)
  useUnsaved(sending > 0 || isChanged)

  const saving = useMutation({
    mutationFn: (edit: Values) =>
      call(artshow.update, { params: { id: artist._id }, body: { ...bodyOf(artist._id, edit), version } }),
    onSuccess: async (_, edit) => {
      setSaved(edit)
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
    onError: fail,
  })
  const feature = (isWanted: boolean) => {
    if (isWanted && !values.isFeat) featuring.mutate()
    else change({ isFeat: isWanted })
  }

  return {
    values,
    problems,
    isStale,
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

/** What the shop objected to last: at a field, or that somebody else was faster. */
function useComplaints() {
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isStale, setStale] = useState(false)
  const fail = (error: Error) => {
    toast.error(error.message)
    if (!(error instanceof CallError)) return
    if (error.failure === 409) setStale(true)
    const { field } = error.data
    if (typeof field === 'string') setProblems({ [field.split('.')[0]!]: error.message })
  }
  return { problems, isStale, fail, forget: () => setProblems({}) }
}

/** Spec section 4: ticking is a request of its own; unticking waits for Update. */
function useFeaturing(
  artshowId: string,
  { onFeatured, onError }: { onFeatured: () => void; onError: (error: Error) => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(artshow.feature, { body: { artshowId } }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      onFeatured()
      await refresh(client, 'artshow')
    },
    onError,
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
