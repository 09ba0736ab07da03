import { expect, it } from 'vitest'
import { artshow } from '#shared/catalog/api/artshow.ts'
import { inbox } from '#shared/mail/api/inbox.ts'
import { menu } from '#shared/content/api/menu.ts'
import { orders } from '#shared/checkout/api/orders.ts'
import { products } from '#shared/catalog/api/products.ts'
import { users } from '#shared/people/api/users.ts'
import { ask } from './query.ts'

it('caches an answer for 60 s after its last use, but users, products, top products and the art show only for 5 s', () => {
  expect(ask(orders.mine, { query: { pageNumber: 1 } }).gcTime).toBe(60_000)
  expect(ask(menu.one, {}).gcTime).toBe(60_000)
  expect(ask(inbox.list, { query: { pageNumber: 1 } }).gcTime).toBe(60_000)
  expect(ask(users.list, {}).gcTime).toBe(5000)
  expect(ask(users.search, { query: { pageNumber: 1 } }).gcTime).toBe(5000)
  expect(ask(users.one, { params: { id: 'a' } }).gcTime).toBe(5000)
  expect(ask(products.list, { query: {} }).gcTime).toBe(5000)
  expect(ask(products.one, { params: { id: 'a' } }).gcTime).toBe(5000)
  expect(ask(products.top, {}).gcTime).toBe(5000)
  expect(ask(artshow.featured, {}).gcTime).toBe(5000)
})

it('tags an answer with its resource, so that a change can refresh it', () => {
  expect(ask(products.one, { params: { id: 'a' } }).queryKey[0]).toBe('products')
  expect(ask(orders.mine, { query: { pageNumber: 1 } }).queryKey[0]).toBe('orders')
})
