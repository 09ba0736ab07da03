/** Races for the seats of an event. */
import { localTime } from '#server/kernel/time/shop-days.ts'
import { DAY, HOUR } from '#server/kernel/time/clock.ts'
import { signedIn } from '../../signed-in.ts'
import { expectSame, parallel, statuses, unexpectedAnswers, type Race, type RaceTrack } from './race.ts'

async function openEvent(track: RaceTrack, seats: number): Promise<string> {
  const admin = await signedIn(track, { isAdmin: true })
  const starts = localTime(track.clock, DAY)
  const ends = localTime(track.clock, DAY + HOUR)
  const { body } = await admin.post('/api/events', { title: 'Cupping', starts, ends, seats })
  await track.db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute()
  return body._id
}

const signupsOf = (track: RaceTrack, id: string) =>
  track.db.selectFrom('event_signups').select(['id', 'seats', 'state']).where('event_id', '=', id).execute()

export const lastSeat: Race = {
  name: 'last seat',
  testName: 'of sixty people who sign up for the last seat, one gets it and 59 are on the waiting list',
  async run(track) {
    const id = await openEvent(track, 1)
    const answers = await parallel(60, (index) =>
      track
        .visitor()
        .post(`/api/events/${id}/signups`, { name: `Guest ${index}`, email: `${id}-${index}@example.com` }),
    )
    const states = (await signupsOf(track, id)).map(({ state }) => state)
    return [
      ...expectSame('Responses', statuses(answers), { 200: 60 }),
      ...expectSame(
        'Answered with a seat',
        answers.filter(({ body }) => body.status === 'success').length,
        1,
      ),
      ...expectSame('Seated', states.filter((state) => state === 'seated').length, 1),
      ...expectSame('Waiting', states.filter((state) => state === 'waiting').length, 59),
    ]
  },
}

export const sameSignup: Race = {
  name: 'same sign-up',
  testName: 'twenty identical sign-ups of one person at once store one sign-up',
  async run(track) {
    const id = await openEvent(track, 10)
    const person = { name: 'Ann', email: `${id}@example.com`, seats: 3 }
    const answers = await parallel(20, () => track.visitor().post(`/api/events/${id}/signups`, person))
    return [
      ...unexpectedAnswers('Responses', answers, ({ status }) => status === 200),
      ...expectSame('Sign-ups', (await signupsOf(track, id)).length, 1),
    ]
  },
}

export const freedSeats: Race = {
  name: 'freed seats',
  testName: 'seats that are freed while others sign up go to the waiting list, and no seat is lost',
  async run(track) {
    const id = await openEvent(track, 10)
    const admin = await signedIn(track, { isAdmin: true })
    const add = (index: number) =>
      admin.post(`/api/events/${id}/people`, { name: `Guest ${index}`, email: '', seats: 1 })
    await parallel(20, add)
    const seated = (await signupsOf(track, id)).filter(({ state }) => state === 'seated')
    const answers = await parallel(16, (index) =>
      index % 2 ? add(100 + index) : admin.delete(`/api/events/${id}/people/${seated[index / 2]!.id}`),
    )
    await track.db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute()
    const states = (await signupsOf(track, id)).map(({ state }) => state)
    return [
      ...unexpectedAnswers('Responses', answers, ({ status }) => status === 200),
      ...expectSame('Seated', states.filter((state) => state === 'seated').length, 10),
      ...expectSame('Waiting', states.filter((state) => state === 'waiting').length, 10),
    ]
  },
}
