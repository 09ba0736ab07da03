import { expect, it } from 'vitest'
import { wakeLater } from './waking.ts'

const DOCUMENT =
  '<!DOCTYPE html><html lang="en"><head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/assets/a.css"/>' +
  '<link rel="modulepreload" href="/assets/b.js"/></head><body><p>$& “Beans”</p><script>window.context = 1</script>' +
  '<script type="module" async="">import "/assets/a.js";import("/assets/b.js");</script></body></html>'

it('puts the scripts of a document off, and leaves the rest as it is', () => {
  const html = wakeLater(DOCUMENT)
  expect(html).not.toContain('modulepreload" href')
  expect(html).not.toContain('<script type="module"')
  expect(html.match(/<link rel="later" href/g)).toHaveLength(2)
  expect(html).toContain('<script type="later">import "/assets/a.js";import("/assets/b.js");</script>')
  expect(html).toContain('<link rel="stylesheet" href="/assets/a.css"/>')
  expect(html).toContain('<p>$& “Beans”</p><script>window.context = 1</script>')
})

it('brings along the script that wakes them, as the last thing of the page', () => {
  expect(wakeLater(DOCUMENT)).toMatch(
    /<script>\(function wake\(\) \{[^<]*\}\)\(\)<\/script><\/body><\/html>$/,
  )
})

it.each([
  ['no script', DOCUMENT.replace(' async=""', '')],
  ['two of them', DOCUMENT.replace('</body>', '<script type="module" async=""></script></body>')],
  ['nothing to load first', DOCUMENT.replaceAll('modulepreload', 'preload')],
  ['no end', DOCUMENT.replace('</html>', '')],
])('does not let a document pass that has %s to wait', (_what, html) => {
  expect(() => wakeLater(html)).toThrow(/React Router/)
})
