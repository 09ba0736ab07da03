import { dirname, join, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { makePicture, type PictureFolders } from './pictures.ts'

const QUERY = '?picture'
const PREFIX = '\0picture:'
const IMAGERY = join(import.meta.dirname, '../imagery')

/**
 * Makes `import bar from '#imagery/photos/home_bar.jpg?picture'` return the PictureFacts of a bundled picture. Creates
 * its variants if they are missing. Relative paths work too.
 */
export function picturePlugin(folders?: PictureFolders): Plugin {
  const imagery = folders?.imagery ?? IMAGERY
  return {
    name: 'frame-pictures',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith(QUERY)) return null
      const path = source.slice(0, -QUERY.length)
      const file = path.startsWith('#imagery/')
        ? join(imagery, path.slice('#imagery/'.length))
        : resolve(importer ? dirname(importer) : '.', path)
      return (
        PREFIX +
        relative(imagery, file)
          .replaceAll('\\', '/')
          .replace(/\.jpg$/, '')
      )
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return null
      const key = id.slice(PREFIX.length)
      const facts = await makePicture(key, folders)
      if (!facts) this.error(`No bundled picture ${key}.jpg: imagery/index.json does not list it`)
      this.addWatchFile(join(imagery, `${key}.jpg`))
      this.addWatchFile(join(imagery, 'index.json'))
      return `export default ${JSON.stringify(facts)}`
    },
  }
}
