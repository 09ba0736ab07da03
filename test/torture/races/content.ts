/** Races about content that exists once: the featured artist and the menu. */
import { createFeaturedArtist } from '../../featured-artist.ts'
import { aPicture, formOf } from '../../form.ts'
import { signedIn } from '../../signed-in.ts'
import { expectSame, unexpectedAnswers, parallel, type Race } from './race.ts'

export const oneFeatured: Race = {
  name: 'one featured',
  testName: 'if twenty artists are featured at once, exactly one is featured',
  async run(track) {
    const admin = await signedIn(track, { isAdmin: true })
    const ids = await parallel(20, () => createFeaturedArtist(track))
    const answers = await parallel(20, (index) =>
      index % 2
        ? admin.put('/api/artshow', { artshowId: ids[index] })
        : admin.put(`/api/artshow/${ids[index]}`, { name: 'Odile', isFeat: true }),
    )
    const rows = await track.db.selectFrom('artists').select('id').where('is_feat', '=', 1).execute()
    await track.db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute()
    return [
      ...unexpectedAnswers('Responses', answers, ({ status }) => status === 200),
      ...expectSame('Featured', rows.length, 1),
    ]
  },
}

export const oneMenu: Race = {
  name: 'one menu',
  testName: 'if five menus are uploaded or saved at once, one complete menu is shown',
  async run(track) {
    const admin = await signedIn(track, { isAdmin: true })
    const picture = { bytes: await aPicture({ width: 8, height: 8 }) }
    const upload = (count: number) => {
      const { payload, headers } = formOf(
        'images',
        Array.from({ length: count }, () => picture),
      )
      return admin.post('/api/upload/menu', payload, headers)
    }
    const { body: first } = await upload(4)
    const pages = first.menu.image.map((file: string) => ({ file, title: 'Saved', lines: [] }))
    const answers = await Promise.all([
      upload(1),
      admin.put('/api/upload/menu', { pages: pages.slice(0, 3) }),
      upload(2),
      admin.put('/api/upload/menu', { pages: pages.toReversed() }),
      upload(3),
    ])
    const { body: shown } = await track.visitor().get('/api/upload')
    await track.db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute()
    const sent = answers.map(({ body }) =>
      JSON.stringify(body.pages?.map(({ file }: { file: string }) => file)),
    )
    return [
      ...unexpectedAnswers('Responses', answers, ({ status }) => status === 200),
      ...(sent.includes(JSON.stringify(shown.image))
        ? []
        : [`Not a sent menu: ${JSON.stringify(shown.image)}`]),
    ]
  },
}
