import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { omitSchemas } from './scripts/omit-schemas.ts'
import { picturePlugin } from './scripts/picture-plugin.ts'
import { routeModulePlugin } from './scripts/route-module-plugin.ts'

export default defineConfig({
  plugins: [picturePlugin(), omitSchemas(), routeModulePlugin(), reactRouter()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // What others wrote changes seldom and stays in the visitor's cache.
                { name: 'vendor', test: /node_modules/, minShareCount: 12, priority: 2 },
                // What every page has comes in one file with one style sheet, what several have in another.
                { name: 'house', test: /\/app\/(root\.tsx|layout|styles)/, priority: 1 },
                { name: 'viewer', test: /\/app\/ui\/(viewer|carousel|enlarge|swipe)/ },
                // What only pages with prices need, and what only lists and forms of signed-in people need.
                {
                  name: 'goods',
                  test: /\/app\/(ui\/money|pages\/shop\/product-(card|grid))|\/shared\/pricing/,
                  minShareCount: 2,
                },
                {
                  name: 'lists',
                  test: /\/app\/(ui\/(table|check-field|next-row)|api\/(save|send)-file)/,
                  minShareCount: 2,
                },
                // Dates come with the pages that show them: they are not on every one.
                {
                  name: 'shared',
                  test: /\/app\/(ui\/(?!day)|messages|api|session\/(guard|drafts))|\/shared\/api\/(products|messages)/,
                  minShareCount: 2,
                },
                // What only pages that sell need. After the others, so that it takes only what they leave.
                {
                  name: 'buying',
                  test: /\/app\/(cart\/cart|pages\/shop\/(rating|quantities|product-label|buy-form))|\/shared\/address/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
  },
  server: { watch: { ignored: ['**/data/**', '**/.cache/**', '**/imagery/**'] } },
})
