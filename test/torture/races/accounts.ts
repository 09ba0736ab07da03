/** Races about accounts: the same email address, the same review, the last admin. */
import { randomBytes } from 'node:crypto'
import { signedIn } from '../../signed-in.ts'
import { PASSWORD } from '../../shop.ts'
import { bought, orderBody } from '../../purchase.ts'
import { expectSame, statuses, unexpectedAnswers, parallel, type Race } from './race.ts'

export const sameEmail: Race = {
  name: 'same e-mail',
  testName: 'twenty sign-ups with one email address create one account',
  async run(track) {
    const email = `${randomBytes(6).toString('hex')}@example.com`
    const account = { name: 'Buyer', email, password: PASSWORD }
    const answers = await parallel(20, (index) =>
      track.visitor().post('/api/users', { ...account, email: index % 2 ? email : email.toUpperCase() }),
    )
    const rows = await track.db.selectFrom('users').select('id').where('email', '=', email).execute()
    return [
      ...expectSame('Responses', statuses(answers), { 201: 1, 400: 19 }),
      ...unexpectedAnswers(
        'Refusals',
        answers,
        ({ status, body }) => status === 201 || body.message === 'User already exists',
      ),
      ...expectSame('Accounts', rows.length, 1),
    ]
  },
}

export const reviewTwice: Race = {
  name: 'review twice',
  testName: 'twenty reviews of one product by one customer create one review',
  async run(track) {
    const [bag, reader] = [await track.sell(), await signedIn(track)]
    await bought(track, reader, [{ _id: bag, qty: 1 }])
    const answers = await parallel(20, () =>
      reader.post(`/api/products/${bag}/reviews`, { rating: 5, comment: 'Bright and clean.' }),
    )
    const rows = await track.db.selectFrom('reviews').select('id').where('product_id', '=', bag).execute()
    return [
      ...expectSame('Responses', statuses(answers), { 201: 1, 400: 19 }),
      ...unexpectedAnswers(
        'Refusals',
        answers,
        ({ status, body }) => status === 201 || body.message === 'Product already reviewed',
      ),
      ...expectSame('Reviews', rows.length, 1),
    ]
  },
}

export const demoteEachOther: Race = {
  name: 'last admin',
  testName: 'two admins who demote each other at once leave one admin',
  async run(track) {
    const wrong: string[] = []
    for (let pair = 0; pair < 5; pair++) {
      await track.db.updateTable('users').set({ is_admin: 0 }).execute()
      const [one, other] = [
        await signedIn(track, { isAdmin: true }),
        await signedIn(track, { isAdmin: true }),
      ]
      const demote = (by: typeof one, target: typeof one) =>
        by.put(`/api/users/${target.id}`, { name: 'Former Owner', email: target.email, isAdmin: false })
      const answers = await Promise.all([demote(one, other), demote(other, one)])
      const left = await track.db.selectFrom('users').select('id').where('is_admin', '=', 1).execute()
      wrong.push(
        ...expectSame('Admins left', left.length, 1),
        // The slower request may fail, because its admin has lost the role or session, or because one admin must stay.
        ...unexpectedAnswers('Responses', answers, ({ status }) => [200, 401, 403, 409].includes(status)),
      )
    }
    return wrong
  },
}

export const removedBuyer: Race = {
  name: 'removed buyer',
  testName: 'twenty buyers whose accounts are deleted while they order either have an order or are refused',
  async run(track) {
    const bag = await track.sell({ stock: 20 })
    const admin = await signedIn(track, { isAdmin: true })
    const buyers = await parallel(20, () => signedIn(track))
    const bodies = await parallel(20, (index) => orderBody(buyers[index]!, [{ _id: bag, qty: 1 }]))
    const [orders, removals] = await Promise.all([
      parallel(20, (index) => buyers[index]!.post('/api/orders', bodies[index])),
      parallel(20, async (index) => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 40))
        return admin.delete(`/api/users/${buyers[index]!.id}`)
      }),
    ])
    await track.db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute()
    return [
      ...unexpectedAnswers('Orders', orders, ({ status }) => [201, 401, 404, 409].includes(status)),
      ...unexpectedAnswers('Removals', removals, ({ status }) => status === 200),
    ]
  },
}
