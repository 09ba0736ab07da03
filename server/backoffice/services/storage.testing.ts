/** A shop with pictures in its folder, and a bucket that its owner connects on screen. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openStore } from '#server/platform/storage/open-store.ts'
import type { TestBucket } from '#server/platform/storage/store.testing.ts'
import { aPicture, formOf } from '#test/form.ts'
import { noPictures, openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { connectionOf } from './services.testing.ts'

export const STORAGE = '/api/services/storage'

/** @param closing gets what has to be closed */
export async function openWithPictures(
  closing: (() => unknown)[],
  count: number,
  env: Record<string, string> = {},
) {
  const shop = await openShop({ env: { ALLOW_PRIVATE_HOSTS: '1', ...env } })
  closing.push(() => shop.close())
  const owner = await signedIn(shop, { name: 'Olive Owner', role: 'owner' })
  const images: string[] = []
  for (let index = 0; index < count; index++) images.push(await upload(owner))
  return { shop, owner, images }
}

/** Uploads a picture, and returns its path. */
export async function upload(owner: Visitor): Promise<string> {
  const { payload, headers } = formOf('image', [{ bytes: await aPicture() }])
  const answer = await owner.post('/api/upload/productimage', payload, headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.image
}

export const saveBucket = (owner: Visitor, { fields }: Pick<TestBucket, 'fields'>, version = 0) =>
  owner.put(STORAGE, { version, fields })

/** Where the pictures are, as the owner sees it. */
export const picturesAt = async (owner: Visitor) => (await connectionOf(owner, 'storage')).pictures

export const folderOf = ({ shop }: TestShop) => join(shop.config.dataDir, 'uploads')

export const namesIn = async (folder: string) => (await readdir(folder)).toSorted((a, b) => (a < b ? -1 : 1))

/** The shop after a restart: nothing in memory. */
export async function restarted(closing: (() => unknown)[], { shop, db, clock }: TestShop) {
  const built = await buildApp({
    db,
    providers: shop.providers,
    connector: shop.connections.connector,
    config: { ...shop.config },
    clock,
    pictures: noPictures,
    store: await openStore(shop.config),
    pages: null,
  })
  closing.push(() => built.app.close())
  return built
}
