/** Races for what there is but one of: the featured artist, the menu. */
import { exhibit } from '#test/exhibit.ts'
import { aPicture, formOf } from '#test/form.ts'
import { signedIn } from '#test/signed-in.ts'
import { expectSame, strangers, times, type Race } from './race.ts'

export const oneFeatured: Race = {
  name: 'one featured',
  promise: 'of twenty artists who are featured at once, by either way, exactly one is',
  async run(track) {
    const admin = await signedIn(track, { isAdmin: true })
    const ids = await times(20, () => exhibit(track))
    const answers = await times(20, (index) =>
      index % 2
        ? admin.put('/api/artshow', { artshowId: ids[index] })
        : admin.put(`/api/artshow/${ids[index]}`, { name: 'Odile', isFeat: true }),
    )
    const rows = await track.db.selectFrom('artists').select('id').where('is_feat', '=', 1).execute()
    await track.db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute()
    return [
      ...strangers('Answers', answers, ({ status }) => status === 200),
      ...expectSame('Featured', rows.length, 1),
    ]
  },
}

export const oneMenu: Race = {
  name: 'one menu',
  promise: 'of five menus that are hung or saved at once one is up, whole',
  async run(track) {
    const admin = await signedIn(track, { isAdmin: true })
    const picture = { bytes: await aPicture({ width: 8, height: 8 }) }
    const hang = (count: number) => {
      const { payload, headers } = formOf(
        'images',
        Array.from({ length: count }, () => picture),
      )
      return admin.post('/api/upload/menu', payload, headers)
    }
    const { body: first } = await hang(4)
    const pages = first.menu.image.map((file: string) => ({ file, title: 'Saved', lines: [] }))
    const answers = await Promise.all([
      hang(1),
      admin.put('/api/upload/menu', { pages: pages.slice(0, 3) }),
      hang(2),
      admin.put('/api/upload/menu', { pages: pages.toReversed() }),
      hang(3),
    ])
    const { body: shown } = await track.visitor().get('/api/upload')
    await track.db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute()
    const whole = answers.map(({ body }) =>
      JSON.stringify(body.pages?.map(({ file }: { file: string }) => file)),
    )
    return [
      ...strangers('Answers', answers, ({ status }) => status === 200),
      ...(whole.includes(JSON.stringify(shown.image)) ? [] : [`Nobody hung ${JSON.stringify(shown.image)}`]),
    ]
  },
}
