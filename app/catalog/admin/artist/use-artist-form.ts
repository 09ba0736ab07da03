/** The state of the artist form. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { artshow, type Artist } from '#shared/catalog/api/artshow.ts'
import { artistFields } from '#shared/catalog/resources/artist.ts'
import type { FormOf } from '#shared/platform/resources/described.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { usePictureFacts } from '#app/platform/admin/form/picture-facts.ts'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'

export type Values = FormOf<typeof artistFields>

export type ArtistFormState = ReturnType<typeof useArtistForm>

export const LIST = '/admin/artshowlist'

export function useArtistForm(artist: Artist) {
  const { _id: id, pictures } = artist
  const client = useQueryClient()
  const facts = usePictureFacts(
    `artist-pictures:${id}`,
    (path) => [...pictures.main, ...pictures.other].find(({ file }) => file === path)?.facts,
  )
  const form = useResourceForm({
    what: 'artist',
    fields: artistFields,
    saved: artist,
    list: LIST,
    send: (edit) => call(artshow.update, { params: { id }, body: { artshowId: id, ...edit } }),
    onSaved: async (_, { isFeat }) => {
      toast.success('Artshow updated', isFeat ? { to: '/artshow', text: 'View on the site' } : undefined)
      await refresh(client, 'artshow')
    },
  })
  const featuring = useFeaturing(id, () => form.markSaved({ isFeat: true }))
  return {
    ...form,
    ...facts,
    /** Adds uploaded pictures to the current list, which may have changed during the upload. */
    add: (field: 'main_images' | 'other_images', works: Artist['pictures']['main']) => {
      facts.addFacts(Object.fromEntries(works.flatMap(({ file, facts: of }) => (of ? [[file, of]] : []))))
      form.change({ [field]: [...form.form.getValues(field), ...works.map(({ file }) => file)] })
    },
    feature: (isChecked: boolean) => {
      if (isChecked && !form.values.isFeat) featuring.mutate()
      else form.change({ isFeat: isChecked })
    },
    isFeaturing: featuring.isPending,
    // Featuring changes the version. A save before the form has the new version would be refused as a conflict.
    isSaving: form.isSaving || featuring.isPending,
  }
}

/** Ticking Featured immediately sends a separate request. Unticking is saved with the form, by Update. */
function useFeaturing(artshowId: string, onFeatured: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(artshow.feature, { body: { artshowId } }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      onFeatured()
      await refresh(client, 'artshow')
    },
    // A failure is only logged, and the checkbox stays unticked (test/SPEC.md, Admin: menu and artists).
    // oxlint-disable-next-line no-console
    onError: (error) => console.warn('Featuring failed', error),
  })
}
