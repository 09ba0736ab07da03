import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { artshow, type Artist } from '#shared/api/artshow.ts'
import { call } from '../../../api/call.ts'
import { ask, refresh } from '../../../api/query.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { type Column, Cross, Table, Tick } from '../../../ui/table.tsx'
import { toast } from '../../../ui/toast.tsx'
import { DeleteButton, deletionOf } from '../delete-button.tsx'
import { AdminPage } from '../admin-page.tsx'
import { uniqueNames } from '../unique-names.ts'
import { LoadError } from '../../../ui/load-error.tsx'

/** Spec section 2: Admin Artists. */
export default function ArtistList() {
  const client = useQueryClient()
  const creating = useMutation({
    mutationFn: () => call(artshow.create, {}),
    // Spec section 4: the list is shown anew; the way on stands in the notice.
    onSuccess: ({ _id }) => {
      toast.success('Artist created', { to: `/admin/artshow/${_id}/edit`, text: 'Fill it in' })
      return refresh(client, 'artshow')
    },
    onError: (error) => toast.error(error.message),
  })
  const create = () => {
    // oxlint-disable-next-line no-alert -- spec section 5
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
      {list.isPending || isCreating || isDeleting ? <Spinner what="One moment" /> : null}
      {list.data?.length === 0 ? <p>No artist yet. Create one, and hang the first works.</p> : null}
      {list.data && list.data.length > 0 ? (
        <Table
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
  const called = uniqueNames(artists)
  return [
    {
      name: 'NAME',
      of: (artist) => (
        <Link to={`/admin/artshow/${artist._id}/edit`} aria-label={called(artist)}>
          {artist.name}
        </Link>
      ),
      head: true,
      title: true,
    },
    { name: 'TITLE', of: (artist) => artist.title },
    {
      name: 'FEATURED',
      of: (artist) => (artist.isFeat ? <Tick text="Featured" /> : <Cross text="Not featured" />),
    },
    {
      name: 'EDIT',
      of: (artist) => (
        <ButtonLink
          look="quiet"
          to={`/admin/artshow/${artist._id}/edit`}
          aria-label={`Edit ${called(artist)}`}
        >
          Edit
        </ButtonLink>
      ),
      unnamed: true,
    },
    {
      name: 'DELETE',
      of: (artist) => (
        <DeleteButton
          name={called(artist)}
          remove={() => call(artshow.remove, { params: { id: artist._id } })}
          // Spec section 8: deleting an artist says so in these words.
          done="Product deleted"
          of={['artshow']}
        />
      ),
      unnamed: true,
    },
  ]
}
