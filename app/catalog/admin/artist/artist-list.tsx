import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { artshow, type Artist } from '#shared/catalog/api/artshow.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { Cross, Tick, type Column } from '#app/platform/ui/table.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { DeleteButton, deletionOf } from '#app/platform/admin/delete-button.tsx'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { EmptyState } from '#app/platform/ui/empty-state.tsx'
import { WholeTable } from '#app/platform/admin/list/whole-list.tsx'
import { uniqueNames } from '#app/platform/admin/unique-names.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'

export default function ArtistList() {
  const client = useQueryClient()
  const creating = useMutation({
    mutationFn: () => call(artshow.create, {}),
    // The list stays open and is fetched again. The toast links to the new artist's form (test/SPEC.md, Admin: menu and
    // artists).
    onSuccess: ({ _id }) => {
      toast.success('Artist created', { to: `/admin/artshow/${_id}/edit`, text: 'Fill it in' })
      return refresh(client, 'artshow')
    },
    onError: (error) => toast.error(error.message),
  })
  const create = () => {
    // oxlint-disable-next-line no-alert -- test/SPEC.md: creating an artist asks for confirmation
    if (confirm('are you sure you want to create a new Artist?')) creating.mutate()
  }
  return (
    <AdminPage
      title="Artists"
      actions={
        <Button busy={creating.isPending} onClick={create}>
          Create Artist
        </Button>
      }
    >
      {() => <List isCreating={creating.isPending} />}
    </AdminPage>
  )
}

function List({ isCreating }: { isCreating: boolean }) {
  const list = useQuery(ask(artshow.list, {}))
  const isDeleting = useIsMutating({ mutationKey: deletionOf('artshow') }) > 0
  if (list.isError) return <LoadError error={list.error} retry={list.refetch} />
  return (
    <>
      {list.isPending || isCreating || isDeleting ? <Spinner what="Please wait" /> : null}
      {list.data?.length === 0 ? (
        <EmptyState kind="first" text="No artists yet. Create one and add works." />
      ) : null}
      {list.data && list.data.length > 0 ? (
        <WholeTable
          base="/admin/artshowlist"
          label="Artists"
          columns={columnsOf(list.data)}
          rows={list.data}
          keyOf={(artist) => artist._id}
        />
      ) : null}
    </>
  )
}

function columnsOf(artists: Artist[]): Column<Artist>[] {
  const label = uniqueNames(artists)
  return [
    {
      name: 'NAME',
      sort: 'name',
      by: ({ name }) => name,
      of: (artist) => (
        <>
          <Link to={`/admin/artshow/${artist._id}/edit`} aria-label={label(artist)}>
            {artist.name}
          </Link>
          {artist.isDraft ? ' (not shown before its first save)' : null}
        </>
      ),
      rowHeader: true,
      title: true,
    },
    { name: 'TITLE', sort: 'title', by: ({ title }) => title, of: (artist) => artist.title },
    {
      name: 'FEATURED',
      sort: 'featured',
      by: ({ isFeat }) => (isFeat ? 0 : 1),
      of: (artist) => (artist.isFeat ? <Tick text="Featured" /> : <Cross text="Not featured" />),
    },
    {
      name: 'EDIT',
      of: (artist) => (
        <ButtonLink
          look="quiet"
          to={`/admin/artshow/${artist._id}/edit`}
          aria-label={`Edit ${label(artist)}`}
        >
          Edit
        </ButtonLink>
      ),
      hideName: true,
    },
    {
      name: 'DELETE',
      of: (artist) => (
        <DeleteButton
          name={label(artist)}
          remove={() => call(artshow.remove, { params: { id: artist._id } })}
          // The specification uses this text for artists too (test/SPEC.md, Admin: menu and artists).
          done="Product deleted"
          of={['artshow']}
        />
      ),
      hideName: true,
    },
  ]
}
