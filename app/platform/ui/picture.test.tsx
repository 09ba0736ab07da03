import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { Picture } from './picture.tsx'

const facts: PictureFacts = {
  src: '/pictures/bag_01-0123456789ab-540.jpg',
  width: 540,
  height: 675,
  alt: 'A bag',
  blur: 'data:image/webp;base64,AA+/',
  widths: [240, 540],
}

it('offers AVIF, WebP and JPEG with a size, loads lazily, and has a placeholder', () => {
  const html = renderToStaticMarkup(<Picture of={facts} sizes="50vw" />)
  expect(html).toContain(
    '<source type="image/avif" srcSet="/pictures/bag_01-0123456789ab-240.avif 240w, /pictures/bag_01-0123456789ab-540.avif 540w" sizes="50vw"/>',
  )
  expect(html.indexOf('avif')).toBeLessThan(html.indexOf('image/webp'))
  expect(html).toMatch(
    /<img [^>]*loading="lazy"[^>]*decoding="async" width="540" height="675" alt="A bag"[^>]* src="/,
  )
  expect(html).toContain('data:image/webp;base64,AA+/')
  expect(html).not.toContain('fetchPriority')
})

it('loads the first picture of a page at once, and accepts another alt text and class', () => {
  const html = renderToStaticMarkup(<Picture of={facts} sizes="100vw" priority className="hero" alt="" />)
  expect(html).toMatch(/class="[^"]* hero" loading="eager" fetchPriority="high"/i)
  expect(html).toContain('alt=""')
})

it('loads a picture that is not needed yet after the others', () => {
  const html = renderToStaticMarkup(<Picture of={facts} sizes="100vw" isLater />)
  expect(html).toMatch(/loading="lazy" fetchPriority="low"/i)
})
