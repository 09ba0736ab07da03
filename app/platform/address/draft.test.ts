import { expect, it, vi } from 'vitest'
import { readDraft, writeDraft } from './use-address-form.ts'

const store = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
  removeItem: (key: string) => void store.delete(key),
})

const address = {
  address: '1 Main St',
  address2: '',
  city: 'Vienna',
  state: 'VA',
  postalCode: '22180',
  country: 'US',
}

it('reads the draft that was stored, and null after it was deleted', () => {
  writeDraft(address)
  expect(readDraft()).toEqual(address)
  writeDraft(null)
  expect(readDraft()).toBeNull()
})

it.each(['', '{', '[]', '7', '"x"', 'null'])('reads null if storage contains %s', (text) => {
  store.set('addressDraft', text)
  expect(readDraft()).toBeNull()
})

it('leaves out fields that are not text', () => {
  store.set('addressDraft', JSON.stringify({ ...address, city: ['Vienna'], state: 7, other: 'x' }))
  expect(readDraft()).toEqual({ address: '1 Main St', address2: '', postalCode: '22180', country: 'US' })
})
