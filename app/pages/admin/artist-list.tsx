import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { artshow, type Artist } from '#shared/api/artshow.ts'
import { call } from '../../api/call.ts'
import { ask, refresh } from '../../api/query.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Cross, Table, Tick, type Column } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { Desk } from './desk.tsx'

/** Spec section 2: Admin Artists. */
export default function ArtistList() {
  const client = useQueryClient()
  const creating = useMutation({
    mutationFn: () => call(artshow.create, {}),
    onSuccess: () => refresh(client, 'artshow'),
    onError: (error) => toast.error(error.message),
  })
  const create = () => {
    // oxlint-disable-next-line no-alert -- spec section 5
    if (confirm('are you sure you want to create a new Artist?')) creating.mutate()
  }
  return (
    <Desk
      title="Artists"
      actions={
        <Button busy={creating.isPending} onClick={create}>
          Create Artist
        </Button>
      }
    >
      {() => <List isCreating={creating.isPending} />}
    </Desk>
  )
}

function List({ isCreating }: { isCreating: boolean }) {
  const client = useQueryClient()
  const list = useQuery(ask(artshow.list, {}))
  const removing = useMutation({
    mutationFn: (id: string) => call(artshow.remove, { params: { id } }),
    // Spec section 8: deleting an artist says so in these words.
    onSuccess: () => {
      toast.success('Product deleted')
      return refresh(client, 'artshow')
    },
    onError: (error) => toast.error(error.message),
  })
  if (list.isError) return <Trouble error={list.error} retry={list.refetch} />
  return (
    <>
      {list.isPending || isCreating || removing.isPending ? <Spinner what="One moment" /> : null}
      {list.data?.length === 0 ? <p>No artist yet. Create one, and hang the first works.</p> : null}
      {list.data && list.data.length > 0 ? (
        <Table
          label="Artists"
          columns={columns((id) => removing.mutate(id))}
          rows={list.data}
          keyOf={(artist) => artist._id}
        />
      ) : null}
    </>
  )
}

function columns(remove: (id: string) => void): Column<Artist>[] {
  return [
    {
      name: 'NAME',
      of: (artist) => <Link to={`/admin/artshow/${artist._id}/edit`}>{artist.name}</Link>,
      head: true,
      wide: true,
    },
    { name: 'TITLE', of: (artist) => artist.title },
    {
      name: 'FEATURED',
      of: (artist) => (artist.isFeat ? <Tick text="Featured" /> : <Cross text="Not featured" />),
    },
    {
      name: 'EDIT',
      of: (artist) => (
        <ButtonLink look="line" to={`/admin/artshow/${artist._id}/edit`} aria-label={`Edit ${artist.name}`}>
          Edit
        </ButtonLink>
      ),
      unnamed: true,
    },
    {
      name: 'DELETE',
      of: (artist) => (
        <Button
          look="quiet"
          aria-label={`Delete ${artist.name}`}
          onClick={() => {
            // oxlint-disable-next-line no-alert -- spec section 5
            if (confirm('Are you sure?')) remove(artist._id)
          }}
        >
          Delete
        </Button>
      ),
      unnamed: true,
    },
  ]
}
