/** The state of the artist's form, and what becomes of it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { artshow, type Artist } from '#shared/api/artshow.ts'
import { CallError, call } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { toast } from '../../../ui/toast.tsx'

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
  const [values, setValues] = useState<Values>(() => valuesOf(artist))
  const [version, setVersion] = useState(artist.version)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isStale, setStale] = useState(false)
  const change = (changes: Partial<Values>) => setValues((old) => ({ ...old, ...changes }))

  const fail = (error: Error) => {
    toast.error(error.message)
    if (!(error instanceof CallError)) return
    if (error.failure === 409) setStale(true)
    const { field } = error.data
    if (typeof field === 'string') setProblems({ [field.split('.')[0]!]: error.message })
  }

  const saving = useMutation({
    mutationFn: () =>
      call(artshow.update, { params: { id: artist._id }, body: bodyOf(artist._id, values, version) }),
    onSuccess: async () => {
      toast.success('Artshow updated')
      await refresh(client, 'artshow')
      await navigate('/admin/artshowlist')
    },
    onError: fail,
  })

  // Spec section 4: ticking is a request of its own; unticking waits for Update.
  const featuring = useMutation({
    mutationFn: () => call(artshow.feature, { body: { artshowId: artist._id } }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      change({ isFeat: true })
      const fresh = await call(artshow.one, { params: { id: artist._id } })
      setVersion(fresh.version)
      await refresh(client, 'artshow')
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
    change,
    feature,
    isFeaturing: featuring.isPending,
    save: () => {
      setProblems({})
      if (!saving.isPending) saving.mutate()
    },
    isSaving: saving.isPending,
  }
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

function bodyOf(artshowId: string, { main, other, ...texts }: Values, version: number) {
  return {
    artshowId,
    ...texts,
    main_images: main.map(({ file }) => file),
    other_images: other.map(({ file }) => file),
    version,
  }
}
