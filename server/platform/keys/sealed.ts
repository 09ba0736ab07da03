/** Encrypts a text with a key of 32 bytes: AES-256-GCM (NIST SP 800-38D), with a random nonce for each text. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a text.
 * @param about what the text belongs to: the result opens only with the same text, so that nobody can move it to another row
 */
export function encrypt(key: Buffer, about: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.')
}

/** The text; null if it was encrypted with another key or for something else, or was changed. */
export function decrypt(key: Buffer, about: string, stored: string): string | null {
  const [nonce, tag, sealed] = stored.split('.').map((part) => Buffer.from(part, 'base64url'))
  if (nonce?.length !== NONCE_BYTES || tag?.length !== TAG_BYTES || !sealed) return null
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about)).setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
