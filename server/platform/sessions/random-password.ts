import { randomBytes } from 'node:crypto'

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of four characters, from 31 letters and digits that are easy to tell apart: 79 bits. */
export function randomPassword(): string {
  const letters: string[] = []
  while (letters.length < 16) {
    for (const byte of randomBytes(32))
      if (byte < 248 && letters.length < 16) letters.push(ALPHABET[byte % 31]!)
  }
  return [0, 4, 8, 12].map((start) => letters.slice(start, start + 4).join('')).join('-')
}
