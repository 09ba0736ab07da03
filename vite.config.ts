import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { omitSchemas } from './scripts/omit-schemas.ts'
import { picturePlugin } from './scripts/picture-plugin.ts'
import { routeModulePlugin } from './scripts/route-module-plugin.ts'

export default defineConfig({
  plugins: [picturePlugin(), omitSchemas(), routeModulePlugin(), reactRouter()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  // Joined with the pages, as in scripts/bundle-server.ts: 140 files less to load when the server starts.
  ssr: { noExternal: ['zod', /^@tanstack\//] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // Packages rarely change, so their chunk stays in the visitor's cache. Only admins need react-hook-form.
                {
                  name: 'vendor',
                  test: /node_modules\/(?!react-hook-form)/,
                  minShareCount: 12,
                  priority: 2,
                },
                // The code that every page needs: one chunk with one style sheet. It contains Vite's helper for
                // `import()`, which would otherwise be in a chunk that only some pages need. The code that keeps the
                // focus is loaded after hydration.
                {
                  name: 'every-page',
                  test: /\/app\/(root\.tsx|platform\/(layout\/(?!keep-focus|next-focus)|styles))|vite\/preload-helper/,
                  priority: 1,
                },
                // The addresses of the drawings, and short contracts: a chunk for each would be larger than all of them.
                {
                  name: 'short',
                  test: /\/imagery\/drawings\/|\/shared\/(content\/api\/(events|departments|site-pages)|platform\/(compared|returns))\.ts/,
                },
                { name: 'viewer', test: /\/app\/platform\/ui\/(viewer|carousel|enlarge|swipe)/ },
                // Only for pages with prices.
                {
                  name: 'goods',
                  test: /\/app\/(platform\/ui\/money|catalog\/shop\/(product-(card|grid)|rating))|\/shared\/kernel\/pricing/,
                  minShareCount: 2,
                },
                // Small parts of several pages. Each file costs more than what is in it.
                { name: 'drawings', test: /\/imagery\/drawings\// },
                {
                  name: 'contents',
                  test: /\/shared\/(content\/api\/(departments|events|site-pages)|platform\/page-content)/,
                  minShareCount: 2,
                },
                // Only for the lists and forms of signed-in users.
                {
                  name: 'lists',
                  test: /\/app\/platform\/(ui\/(table|check-field)|api\/(save|send)-file)/,
                  minShareCount: 2,
                },
                // Code that several pages share, without ui/day and forms, because few pages show them.
                {
                  name: 'shared',
                  test: /\/app\/platform\/(ui\/(?!day|field|weight-input|password|form-text|use-problems|use-typed)|api|orders\/(vacation-note|next-delivery))|\/shared\/(catalog\/api\/products|content\/api\/brew-guides|roastery\/api\/delivery)/,
                  minShareCount: 2,
                },
                // Only for pages of signed-in users, and with the list of admin pages.
                {
                  name: 'guard',
                  test: /\/app\/platform\/session\/guard|\/shared\/platform\/admin-(pages|groups)/,
                },
                // What is said about a coffee, also where nothing is sold.
                {
                  name: 'facts',
                  test: /\/app\/catalog\/shop\/(best-days|size-choice)|\/shared\/(kernel\/(sizes|weights)|catalog\/altitude)/,
                  minShareCount: 2,
                },
                // Only for pages with forms. This group is after `shared`, so that modules that both match are in `shared`.
                // The product lists need only a select.
                { name: 'field', test: /\/app\/platform\/ui\/field/, minShareCount: 2 },
                {
                  name: 'forms',
                  test: /\/app\/platform\/(messages|ui\/(password-field|form-text|use-problems)|session\/drafts)|\/shared\/mail\/api\/messages/,
                  minShareCount: 2,
                },
                // Pages that take a payment without a cart load all of it.
                {
                  name: 'paying',
                  test: /\/app\/(platform|checkout)\/.*\/(use-paypal|use-prepaid-order|guest|sandbox-note)\./,
                  minShareCount: 2,
                },
                // Also for pages that compare coffees and sell none.
                {
                  name: 'coffee-facts',
                  test: /\/app\/catalog\/shop\/(best-days|recipe-facts|size-choice)/,
                  minShareCount: 2,
                },
                // Only for pages that sell. Last in the list, so that it gets only modules that no other group has.
                {
                  name: 'buying',
                  test: /\/app\/(platform\/cart\/cart|catalog\/shop\/(quantities|product-label|buy-form))|\/shared\/platform\/address/,
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
