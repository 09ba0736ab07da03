/** Parts of the default texts. */
import type { LinkValue, PictureValue } from '#shared/platform/site-pages/slots.ts'

/** A bundled picture (imagery/photos) with its own description. */
export function bundled(name: string): PictureValue {
  return { file: `/pictures/${name}.jpg`, alt: '', x: 50, y: 50 }
}

export function button(label: string, to: string): LinkValue {
  return { label, to }
}

export const NO_BUTTON = button('', '')

export function paragraphs(...texts: string[]): string {
  return texts.join('\n\n')
}
