/** The state of the artist's form, and what becomes of it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { artshow, type Artist } from '#shared/api/artshow.ts'
import { artistFields } from '#shared/resources/artist.ts'
import { fromForm, namesOf, toForm, type FormOf } from '#shared/resources/described.ts'
import { call } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { toast } from '../../../ui/toast.tsx'
import { usePictureFacts } from '../form/picture-facts.ts'
import { useEditForm } from '../form/use-edit-form.ts'
import { mergeFields } from '../form/use-opened.ts'

export type Values = FormOf<typeof artistFields>

export type ArtistFormState = ReturnType<typeof useArtistForm>

export const LIST = '/admin/artshowlist'

const NAMES = namesOf(artistFields)

export function useArtistForm(artist: Artist) {
  const { _id: id, version, pictures } = artist
  const client = useQueryClient()
  const facts = usePictureFacts(
    `artist-pictures:${id}`,
    (path) => [...pictures.main, ...pictures.other].find(({ file }) => file === path)?.facts,
  )
  const form = useEditForm<Values, unknown>({
    draft: `artist:${id}`,
    latest: { version, values: toForm(artistFields, artist) },
    names: NAMES,
    mergeOnArrival: mergeFields(NAMES, (name) => artistFields[name].label),
    fields: artistFields,
    list: LIST,
    send: (values, on) => {
      const body = { artshowId: id, ...fromForm(artistFields, values), version: Number(on.version) }
      return call(artshow.update, { params: { id }, body })
    },
    onSaved: async (_, { isFeat }) => {
      toast.success('Artshow updated', isFeat ? { to: '/artshow', text: 'See it as visitors do' } : undefined)
      await refresh(client, 'artshow')
    },
  })
  const featuring = useFeaturing(id, () => form.markSaved({ isFeat: true }))
  return {
    ...form,
    ...facts,
    isStale: form.conflict?.is === 'changed',
    /** Pictures arrive when they arrive: what was added or removed meanwhile must stand. */
    add: (field: 'main_images' | 'other_images', works: Artist['pictures']['main']) => {
      facts.addFacts(Object.fromEntries(works.flatMap(({ file, facts: of }) => (of ? [[file, of]] : []))))
      form.change({ [field]: [...form.form.getValues(field), ...works.map(({ file }) => file)] })
    },
    feature: (isWanted: boolean) => {
      if (isWanted && !form.values.isFeat) featuring.mutate()
      else form.change({ isFeat: isWanted })
    },
    isFeaturing: featuring.isPending,
  }
}

/** Spec section 4: ticking is a request of its own; unticking waits for Update. */
function useFeaturing(artshowId: string, onFeatured: () => void) {
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
