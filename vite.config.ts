import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { omitSchemas } from './scripts/omit-schemas.ts'
import { picturePlugin } from './scripts/picture-plugin.ts'
import { routeModulePlugin } from './scripts/route-module-plugin.ts'

/** Matches modules with one of these patterns in their path. */
const anyOf = (...patterns: string[]) => new RegExp(patterns.join('|'))

const ASSETS = 'assets/[name]-[hash:7][extname]'

export default defineConfig({
  plugins: [picturePlugin(), omitSchemas(), routeModulePlugin(), reactRouter()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  // Joined with the pages, as in scripts/bundle-server.ts: 140 files less to load when the server starts.
  ssr: { noExternal: ['zod', /^@tanstack\//] },
  environments: {
    // Pages that the server writes name the same files.
    ssr: { build: { rolldownOptions: { output: { assetFileNames: ASSETS, comments: false } } } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Every visitor loads the list of all files, and hashes do not compress.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: ASSETS,
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
                  test: anyOf(
                    '/app/root.tsx',
                    '/app/platform/layout/(?!keep-focus|next-focus)',
                    '/app/platform/styles',
                    'vite/preload-helper',
                  ),
                  priority: 1,
                },
                // The addresses of the drawings, and short modules: a chunk for each would be larger than all of them.
                {
                  name: 'short',
                  test: anyOf(
                    '/imagery/drawings/',
                    '/shared/content/api/(events|departments|site-pages).ts',
                    '/shared/platform/(compared|returns).ts',
                  ),
                },
                { name: 'viewer', test: anyOf('/app/platform/ui/(viewer|carousel|enlarge|swipe)') },
                // Only for pages with prices.
                {
                  name: 'goods',
                  test: anyOf(
                    '/app/platform/ui/money',
                    '/app/catalog/shop/(product-card|rating)',
                    '/shared/kernel/pricing',
                  ),
                  minShareCount: 2,
                },
                // Only for the lists and forms of signed-in users.
                {
                  name: 'lists',
                  test: anyOf('/app/platform/ui/(table|check-field)', '/app/platform/api/(save|send)-file'),
                  minShareCount: 2,
                },
                // Code that several pages share, without that of forms, carts and the desk, which few pages show.
                {
                  name: 'shared',
                  test: anyOf(
                    '/app/platform/ui/(?!day|email|field|weight-input|password|form-text|use-problems|typed-fields|use-typed)',
                    '/app/platform/api',
                    '/app/platform/orders/(vacation-note|next-delivery)',
                    '/shared/catalog/api/products',
                    '/shared/content/api/brew-guides',
                    '/shared/roastery/api/delivery',
                  ),
                  minShareCount: 2,
                },
                // Only for pages of signed-in users, and with the list of admin pages.
                {
                  name: 'guard',
                  test: anyOf('/app/platform/session/guard', '/shared/platform/admin-(pages|groups)'),
                },
                // What is said about a coffee, also where nothing is sold.
                {
                  name: 'facts',
                  test: anyOf(
                    '/app/catalog/shop/(best-days|size-choice)',
                    '/shared/kernel/(sizes|weights)',
                    '/shared/catalog/altitude',
                  ),
                  minShareCount: 2,
                },
                // Only for pages with forms. This group is after `shared`, so that modules that both match are in `shared`.
                // The product lists need only a select.
                { name: 'field', test: anyOf('/app/platform/ui/field'), minShareCount: 2 },
                {
                  name: 'forms',
                  test: anyOf(
                    '/app/platform/messages',
                    '/app/platform/ui/(password-field|form-text|use-problems)',
                    '/app/platform/session/drafts',
                    '/shared/mail/api/messages',
                  ),
                  minShareCount: 2,
                },
                // Pages that take a payment without a cart load all of it.
                {
                  name: 'paying',
                  test: anyOf(
                    '/app/platform/paypal/(use-paypal|sandbox-note)[.]',
                    '/app/platform/session/guest[.]',
                    '/app/checkout/gift-cards/use-prepaid-order[.]',
                  ),
                  minShareCount: 2,
                },
                // Only for pages that sell. Last in the list, so that it gets only modules that no other group has.
                {
                  name: 'buying',
                  test: anyOf(
                    '/app/platform/cart/cart',
                    '/app/platform/ui/typed-fields',
                    '/app/catalog/shop/(quantities|product-label|buy-form)',
                    '/shared/platform/address',
                  ),
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
