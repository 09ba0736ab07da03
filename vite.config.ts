import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { schemaless } from './scripts/schemaless.ts'
import { picturePlugin } from './scripts/picture-plugin.ts'

export default defineConfig({
  plugins: [picturePlugin(), schemaless(), reactRouter()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // What most pages share comes in one file instead of twenty.
          output: { codeSplitting: { groups: [{ name: 'common', minShareCount: 12 }] } },
        },
      },
    },
  },
  server: { watch: { ignored: ['**/data/**', '**/.cache/**', '**/imagery/**'] } },
})
